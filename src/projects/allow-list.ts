import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import { parseIpRange } from "./ip-range.ts";

/** The list of a key in canonical form, without repetitions. Throws `invalid_request` with one detail a bad entry. */
export function parseAllowList(entries: readonly string[]): readonly string[] {
  const { allowListMax } = limits.keys;
  if (entries.length > allowListMax)
    throw new AppError("invalid_request", `A key allows at most ${allowListMax} addresses and ranges.`, {
      fields: { details: [{ path: "allowList", message: `Give at most ${allowListMax} entries.` }] },
    });
  const ranges = entries.map((entry) => parseIpRange(entry.trim()));
  const details = ranges.flatMap((range, index) =>
    range === null ? [{ path: `allowList[${index}]`, message: howToWrite }] : [],
  );
  if (details.length > 0)
    throw new AppError("invalid_request", `The list of addresses is not valid. ${howToWrite}`, {
      fields: { details },
    });
  return [...new Set(ranges.filter((range) => range !== null).map((range) => range.text))];
}

const howToWrite =
  "Write an IP address or the first address of a CIDR range, e.g. 203.0.113.7 or 10.0.0.0/8.";

/** Whether a key with this list may be used from an address. An empty list allows every address. */
export function isAddressAllowed(allowList: readonly string[], address: string): boolean {
  return allowList.length === 0 || allowList.some((entry) => parseIpRange(entry)?.has(address) === true);
}
