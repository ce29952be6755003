import { BlockList, isIP, isIPv4 } from "node:net";
import { limits } from "../limits.ts";
import type { AddressOutcome } from "../signals.ts";
import { createFindCdn } from "./cdns.ts";
import type { IpList, IpListId } from "./ip-list.ts";
import { isPublicAddress, unmapped } from "./public-address.ts";

export interface ClientAddress {
  readonly ip: string;
  /** When the address was seen, in milliseconds since 1970. */
  readonly timeMs: number;
}

/**
 * Compares an address with the lists published by an agent's operator. Returns null if the result would prove nothing:
 * if a list is unavailable, if the address belongs to a proxy, a CDN or a local network, or if the address is missing
 * from a list whose date is so far from `timeMs` that the operator may have added ranges.
 */
export type CheckAddress = (address: ClientAddress, lists: readonly IpListId[]) => AddressOutcome | null;

export function createAddressCheck(lists: Readonly<Partial<Record<IpListId, IpList>>>): CheckAddress {
  const known = new Map(
    Object.entries(lists).map(([id, { date, ranges }]) => [
      id,
      { dateMs: Date.parse(date), addresses: createSet(ranges) },
    ]),
  );
  const findCdn = createFindCdn();
  return ({ ip, timeMs }, ids) => {
    if (isIP(ip) === 0 || !isPublicAddress(unmapped(ip))) return null;
    let outside: string | null = null;
    for (const id of ids) {
      const list = known.get(id);
      if (list === undefined) return null;
      if (contains(list.addresses, ip)) return { list: id, isIn: true };
      if (Math.abs(timeMs - list.dateMs) > limits.ipListProvesMs) return null;
      outside = id;
    }
    return outside === null || findCdn(ip) !== null ? null : { list: outside, isIn: false };
  };
}

function contains(set: BlockList, ip: string): boolean {
  const address = unmapped(ip);
  return set.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

function createSet(ranges: readonly string[]): BlockList {
  const set = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    set.addSubnet(address, Number(bits ?? (family === "ipv4" ? 32 : 128)), family);
  }
  return set;
}
