/**
 * Every limit of this package. Each name ends with its unit. The page of all limits is generated from this file (`npm
 * run check` fails if it is outdated), so each entry has its own comment with the reason.
 */
const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

export const limits = {
  /** Browsers send 100 to 200 characters. User agents beyond the limit are truncated before they are classified. */
  userAgentCharsMax: 1024,
  /** The signals stored with each client. The limits of their fields keep the text far below this size. */
  signalsCharsMax: 4096,
  /**
   * Cached classifications of user agents. Each takes half a KiB, or 3 KiB if the user agent is long: 5 to 30 MB in
   * total.
   */
  userAgentsKept: 10_000,
  /** Cached classifications of distinct requests from all user agents, up to 2 KiB each: 40 MB. */
  clientsKept: 20_000,
  /** A browser's headers take about 400 characters. Requests with longer headers are classified each time. */
  wayCharsMax: 1024,
  /** The longest `Accept` header that a documented agent sends has 72 characters. */
  acceptCharsMax: 200,
  /** Browsers send about 70 characters in `Sec-CH-UA`; the rest isn't read. */
  brandsCharsMax: 1024,
  /** Browsers send three brands, one of which is a placeholder. */
  brandsMax: 8,
  /** Brands are product names; “Microsoft Edge WebView2” has 23 characters. */
  brandCharsMax: 40,
  /** Sec-Fetch-Mode and Sec-Fetch-Dest are single words from a standard, such as `serviceworker`. */
  tokenCharsMax: 20,
  /** RFC 5321: 64 characters before the @ and 255 after it. */
  fromCharsMax: 320,
  /** The longest published list has about 1,300 ranges. A much longer list is probably a mistake. */
  ipRangesMax: 20_000,
  /** Operators add ranges every few months, so only a recent list proves that an address isn't theirs. */
  ipListProvesMs: 180 * day,
  /** Signers publish a few Ed25519 keys, including those that they will use next. */
  signerKeysMax: 100,
  /** Real Signature, Signature-Input and Signature-Agent headers take about 400 characters together. */
  signatureCharsMax: 4096,
  /** The Web Bot Auth drafts allow a signature to be valid for a day. */
  signatureLifeMsMax: 1 * day,
  /** The clocks of the signer and the server may differ by a minute. */
  signatureClockMs: 1 * minute,
} as const;
