import { BlockList, isIPv4 } from "node:net";
import { unmapped } from "./public-address.ts";
import cdns from "./shipped/cdns.json" with { type: "json" };

/**
 * The addresses from which CDNs contact the sites behind them, as the CDNs publish them. `checked` is the day on which the
 * ranges were last compared with the source. If a log contains these addresses, it lacks the visitors' addresses, so
 * the addresses prove nothing about an agent. CDNs rarely change their addresses, and most publish them only as text for
 * people, so these lists aren't refreshed.
 */
export const shippedCdns: readonly {
  readonly name: string;
  readonly source: string;
  readonly checked: string;
  /** CIDR ranges that don't overlap. */
  readonly ranges: readonly string[];
}[] = cdns;

/** Returns the name of the CDN that an address belongs to; null if there is none. */
export type FindCdn = (ip: string) => string | null;

/**
 * IPv4 addresses, which make up most of a log, are found by binary search, because the address of every event is looked
 * up and `BlockList` tries one range after the other.
 */
export function createFindCdn(): FindCdn {
  const ranges: { readonly from: number; readonly to: number; readonly name: string }[] = [];
  const sixes: { readonly name: string; readonly set: BlockList }[] = [];
  for (const { name, ranges: given } of shippedCdns) {
    const set = new BlockList();
    for (const range of given) {
      const [address = "", bits = ""] = range.split("/");
      const from = numberOf(address);
      if (isIPv4(address)) ranges.push({ from, to: from + 2 ** (32 - Number(bits)) - 1, name });
      else set.addSubnet(address, Number(bits), "ipv6");
    }
    sixes.push({ name, set });
  }
  ranges.sort((a, b) => a.from - b.from);
  return (ip) => {
    const address = unmapped(ip);
    if (!isIPv4(address))
      return address.includes(":")
        ? (sixes.find(({ set }) => set.check(address, "ipv6"))?.name ?? null)
        : null;
    const sought = numberOf(address);
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.from ?? 0) <= sought) low = middle + 1;
      else high = middle;
    }
    const before = ranges[low - 1];
    return before !== undefined && sought <= before.to ? before.name : null;
  };
}

function numberOf(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}
