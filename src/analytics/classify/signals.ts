import { limits as countsLimits } from "#counts";

/**
 * What of a request, besides its user agent, decides who sent it, reduced to what may be kept: no address, nothing that
 * tells one person from another. Stored with each client, so that later rules can judge it again.
 */
export interface Signals {
  /** There is no user agent, and the sender told which visitor it was. */
  readonly isNamed: boolean;
  /** Whether headers were recorded: without them a missing one says nothing. */
  readonly hasHeaders: boolean;
  /** `html` for what browsers send when they open a page, else as sent, cut; empty where there was none. */
  readonly accept: string;
  readonly hasLanguage: boolean;
  /** The brands of Sec-CH-UA without versions and without the made-up one. */
  readonly brands: readonly string[];
  /** Sec-Fetch-Mode and Sec-Fetch-Dest; empty where there was none. */
  readonly fetchMode: string;
  readonly fetchDest: string;
  /** The domain of From. */
  readonly from: string;
  readonly speaksMcp: boolean;
  /** The path is that of a Markdown file. */
  readonly asksForMarkdownFile: boolean;
  readonly address: AddressOutcome | null;
  readonly signature: SignatureOutcome | null;
}

/** How the address compares with a published list: the address itself is gone when it is asked again. */
export interface AddressOutcome {
  readonly list: string;
  readonly isIn: boolean;
}

export interface SignatureOutcome {
  /** The host whose keys the signer names. */
  readonly signer: string;
  readonly verdict: SignatureVerdict;
}

/**
 * `forged`: it was checked with the signer's own key and is not of this request, or not of a key that anybody may
 * sign with. `expired`: outside the time it names. `unverified`: nothing to check it with.
 */
export const signatureVerdicts = ["valid", "forged", "expired", "unverified"] as const;
export type SignatureVerdict = (typeof signatureVerdicts)[number];

const nothing: Signals = {
  isNamed: false,
  hasHeaders: false,
  accept: "",
  hasLanguage: false,
  brands: [],
  fetchMode: "",
  fetchDest: "",
  from: "",
  speaksMcp: false,
  asksForMarkdownFile: false,
  address: null,
  signature: null,
};

/**
 * The notation that is stored: `name=value` or a bare `name`, in a fixed order, separated by `;`. Equal signals give
 * equal text. At most `countsLimits.signalsCharsMax` characters, which the bounds of each field keep it far below.
 */
export function formatSignals(signals: Signals): string {
  const { address, signature } = signals;
  const fields: string[] = [];
  const add = (name: string, value: string) => {
    if (value !== "") fields.push(`${name}=${encode(value)}`);
  };
  if (signals.isNamed) fields.push("named");
  if (signals.hasHeaders) fields.push("headers");
  add("accept", signals.accept);
  if (signals.hasLanguage) fields.push("language");
  add("brands", signals.brands.join("|"));
  add("mode", signals.fetchMode);
  add("dest", signals.fetchDest);
  add("from", signals.from);
  if (signals.speaksMcp) fields.push("mcp");
  if (signals.asksForMarkdownFile) fields.push("md");
  if (address !== null) add(address.isIn ? "in" : "outside", address.list);
  if (signature !== null) add(signature.verdict, signature.signer);
  return fields.join(";");
}

/** Reads what `formatSignals` wrote. A field that is not known is passed over: an older or newer version wrote it. */
export function parseSignals(text: string): Signals {
  if (text === "") return nothing;
  const fields = new Map<string, string>();
  for (const field of text.slice(0, countsLimits.signalsCharsMax).split(";")) {
    const equals = field.indexOf("=");
    if (equals === -1) fields.set(field, "");
    else fields.set(field.slice(0, equals), decode(field.slice(equals + 1)));
  }
  const get = (name: string) => fields.get(name) ?? "";
  const verdict = signatureVerdicts.find((one) => fields.has(one));
  const list = fields.get("in") ?? fields.get("outside");
  return {
    isNamed: fields.has("named"),
    hasHeaders: fields.has("headers"),
    accept: get("accept"),
    hasLanguage: fields.has("language"),
    brands: get("brands") === "" ? [] : get("brands").split("|"),
    fetchMode: get("mode"),
    fetchDest: get("dest"),
    from: get("from"),
    speaksMcp: fields.has("mcp"),
    asksForMarkdownFile: fields.has("md"),
    address: list === undefined ? null : { list, isIn: fields.has("in") },
    signature: verdict === undefined ? null : { signer: get(verdict), verdict },
  };
}

/** Percent-encodes what the notation uses itself, and what is not printable ASCII. */
function encode(value: string): string {
  return value.replace(/[^ !-$&-:<-~]/gu, (char) => encodeURIComponent(char.toWellFormed()));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Cut, or written by hand: what it stands for is not known, and nothing follows from it.
    return "";
  }
}
