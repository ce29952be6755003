import { z } from "zod";
import { limits } from "../limits.ts";
import { isPublicAddress, isWholeRange } from "./public-address.ts";

/** The addresses that an operator published, as of a date. */
export interface IpList {
  /** A day on which the list was valid, given by the operator or the person who copied it: `2026-10-05`. */
  readonly date: string;
  /** CIDR ranges. */
  readonly ranges: readonly string[];
}

/** The URLs of operators' lists, keyed by our names for the lists. Shipped copies are in `shipped/`. */
export const ipListUrls = {
  "openai-gptbot": "https://openai.com/gptbot.json",
  "openai-searchbot": "https://openai.com/searchbot.json",
  "openai-chatgpt-user": "https://openai.com/chatgpt-user.json",
  "anthropic-crawlers": "https://claude.com/crawling/bots.json",
  "perplexity-bot": "https://www.perplexity.com/perplexitybot.json",
  "perplexity-user": "https://www.perplexity.com/perplexity-user.json",
  "mistral-user": "https://mistral.ai/mistralai-user-ips.json",
  "duckduckgo-duckassistbot": "https://duckduckgo.com/duckassistbot.json",
  "commoncrawl-ccbot": "https://index.commoncrawl.org/ccbot.json",
  "apple-applebot": "https://search.developer.apple.com/applebot.json",
  "google-user-triggered-agents":
    "https://developers.google.com/static/crawling/ipranges/user-triggered-agents.json",
} as const;
export type IpListId = keyof typeof ipListUrls;

const prefix = z.object({ ipv4Prefix: z.string().optional(), ipv6Prefix: z.string().optional() });
const published = z.object({ creationTime: z.string().optional(), prefixes: z.array(prefix) });
const ours = z.object({ date: z.iso.date(), ranges: z.array(z.string()) });

/**
 * Reads a list in the operators' format (`{ creationTime, prefixes: [{ ipv4Prefix | ipv6Prefix }] }`, introduced by
 * Google and used by all operators) or in our own. `readOn` is the date of a published list. Throws an error with a
 * human-readable message if the list has neither format, is empty or too long, or has too wide a range.
 */
export function parseIpList(value: unknown, { readOn }: { readOn: string }): IpList {
  const own = ours.safeParse(value);
  const theirs = published.safeParse(value);
  const list = own.success
    ? own.data
    : theirs.success
      ? {
          // The operator gives the date of the last change, but the list is known to be valid today.
          date: readOn,
          ranges: theirs.data.prefixes.flatMap(
            ({ ipv4Prefix, ipv6Prefix }) => ipv4Prefix ?? ipv6Prefix ?? [],
          ),
        }
      : null;
  if (list === null)
    throw new Error("It is not a list of addresses: expected { prefixes: [{ ipv4Prefix }] }.");
  const { ipRangesMax } = limits;
  if (list.ranges.length === 0 || list.ranges.length > ipRangesMax)
    throw new Error(`It has ${list.ranges.length} ranges, but 1 to ${ipRangesMax} are expected.`);
  const wrong = list.ranges.find((range) => !isOperators(range));
  if (wrong !== undefined)
    throw new Error(`${wrong.slice(0, 60)} is not a range of one operator's public addresses.`);
  return list;
}

/** A wider range would verify half the internet, so it must be a mistake or the wrong response. */
function isOperators(range: string): boolean {
  const [address = "", bits = "128"] = range.split("/");
  return isWholeRange(range) && isPublicAddress(address) && Number(bits) >= (address.includes(":") ? 24 : 10);
}
