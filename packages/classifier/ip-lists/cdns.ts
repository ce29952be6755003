import { BlockList } from "node:net";
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
      const from = ipv4Number(address);
      if (from !== null) ranges.push({ from, to: from + 2 ** (32 - Number(bits)) - 1, name });
      else set.addSubnet(address, Number(bits), "ipv6");
    }
    sixes.push({ name, set });
  }
  ranges.sort((a, b) => a.from - b.from);
  // Reading plain numbers is faster than reading objects.
  const starts = Float64Array.from(ranges, ({ from }) => from);
  return (ip) => {
    const sought = ipv4Number(ip) ?? ipv4Number(unmapped(ip));
    if (sought === null)
      return ip.includes(":") ? (sixes.find(({ set }) => set.check(ip, "ipv6"))?.name ?? null) : null;
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= sought) low = middle + 1;
      else high = middle;
    }
    const before = ranges[low - 1];
    return before !== undefined && sought <= before.to ? before.name : null;
  };
}

const [dot, zero] = [0x2e, 0x30];

/** Reads an IPv4 address in its usual notation, without creating objects; null if the text is something else. */
function ipv4Number(text: string): number | null {
  let [address, part, digits, parts] = [0, 0, 0, 1];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === dot && digits > 0) {
      address = address * 256 + part;
      [part, digits] = [0, 0];
      parts++;
      continue;
    }
    const digit = code - zero;
    // A leading zero isn't allowed, because some programs read such numbers as octal.
    if (digit < 0 || digit > 9 || (digits > 0 && part === 0)) return null;
    part = part * 10 + digit;
    digits++;
    if (part > 255) return null;
  }
  return parts === 4 && digits > 0 ? address * 256 + part : null;
}
