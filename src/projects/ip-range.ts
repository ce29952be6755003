import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Addresses that belong together: one, or a CIDR range. */
export interface IpRange {
  /** In canonical form, e.g. `10.0.0.0/8`, `2001:db8::1`. */
  readonly text: string;
  has(address: string): boolean;
}

/**
 * An address, or a range in CIDR notation whose address is the first of the range; null for anything else. Only the
 * common forms: IPv4 in octal, hexadecimal or fewer than four parts would be read differently elsewhere.
 */
export function parseIpRange(text: string): IpRange | null {
  const slash = text.indexOf("/");
  const address = parseIp(slash === -1 ? text : text.slice(0, slash));
  if (address === null) return null;
  const bitsMax = address.kind() === "ipv4" ? 32 : 128;
  const bitsText = slash === -1 ? String(bitsMax) : text.slice(slash + 1);
  if (!/^(?:0|[1-9][0-9]{0,2})$/u.test(bitsText) || Number(bitsText) > bitsMax) return null;
  const bits = Number(bitsText);
  const canonical = address.toString();
  const networkOf = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  if (networkOf.networkAddressFromCIDR(`${canonical}/${bits}`).toString() !== canonical) return null;
  return {
    text: slash === -1 ? canonical : `${canonical}/${bits}`,
    has(other) {
      const parsed = parseIp(other);
      return parsed !== null && parsed.kind() === address.kind() && parsed.match(address, bits);
    },
  };
}

/** An IPv4 address that came as IPv6 (`::ffff:10.0.0.1`, as sockets write it) is the IPv4 address. */
function parseIp(text: string) {
  return isIP(text) === 0 || text.includes("%") ? null : ipaddr.process(text);
}

/** Where Azure serves a machine's own secrets, an address that looks public. Other clouds use link-local ones. */
const metadataAddress = "168.63.129.16";
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Whether an address is one of the public internet: not private, loopback, link-local, shared (CGNAT), multicast,
 * reserved, or one that leads to an IPv4 address in disguise (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%") || text === metadataAddress) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  // What IANA has not handed out as global unicast is refused with the rest, `::7f00:1` (once IPv4-compatible) too.
  return address.kind() === "ipv4" || address.match(globalUnicast);
}
