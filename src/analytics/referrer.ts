import { limits as countsLimits } from "#counts";
import { limits } from "../limits.ts";

/**
 * Where a visitor came from, as it is reported: the host of the page before, without `www.` and port; the name of the
 * app for `android-app://`. Empty for none, for what is no address, and for the site itself.
 */
export function referrerOf(text: string, ownHosts: ReadonlySet<string>): string {
  if (text === "" || text === "-" || text.length > limits.collect.referrerCharsRead) return "";
  const host = hostOf(text);
  return host === null || ownHosts.has(host) ? "" : host;
}

/** The host of an address, as referrers are reported; null for what has none. */
export function hostOf(address: string): string | null {
  const host = URL.parse(address)?.hostname ?? "";
  const bare = host.replace(/^www\./u, "");
  return bare === "" || bare.length > countsLimits.referrerCharsMax ? null : bare;
}
