import { limits } from "./limits.ts";

/**
 * The evidence about a request's sender apart from the user agent, reduced to storable data: no address, and nothing
 * that distinguishes one person from another. Stored with each client, so that later rules can classify the client
 * again.
 */
export interface Signals {
  /** There is no user agent, but the sender identified the visitor. */
  readonly isNamed: boolean;
  /** Whether headers were recorded. If not, missing headers prove nothing. */
  readonly hasHeaders: boolean;
  /** `html` for the header with which browsers open pages, otherwise the truncated header; empty if there was none. */
  readonly accept: string;
  readonly hasLanguage: boolean;
  /** The brands of Sec-CH-UA, without versions and without the placeholder brand. */
  readonly brands: readonly string[];
  /** Sec-Fetch-Mode and Sec-Fetch-Dest; empty if there were none. */
  readonly fetchMode: string;
  readonly fetchDest: string;
  /** The domain of the From header. */
  readonly from: string;
  readonly speaksMcp: boolean;
  /** The request contains the ID of a conversation with a model. */
  readonly hasConversation: boolean;
  /** The request is part of a program's trace: it has W3C Trace Context and Baggage. */
  readonly isTraced: boolean;
  /** The path is that of a Markdown file. */
  readonly asksForMarkdownFile: boolean;
  readonly address: AddressOutcome | null;
  readonly signature: SignatureOutcome | null;
}

/** The result of comparing the address with a published list. The address itself is not stored. */
export interface AddressOutcome {
  readonly list: string;
  readonly isIn: boolean;
}

export interface SignatureOutcome {
  /** The host whose keys the signer claims to use. */
  readonly signer: string;
  readonly verdict: SignatureVerdict;
}

/**
 * `forged`: checked with the signer's own key and invalid for this request, or signed with a key that anyone can use.
 * `expired`: used outside the signature's validity period. `unverified`: could not be checked.
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
  hasConversation: false,
  isTraced: false,
  asksForMarkdownFile: false,
  address: null,
  signature: null,
};

/**
 * Formats signals for storage as `name=value` pairs and bare names, in a fixed order, separated by `;`. Equal signals
 * give equal text. The bounds on the fields keep the text far below `limits.signalsCharsMax` characters.
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
  if (signals.hasConversation) fields.push("conversation");
  if (signals.isTraced) fields.push("traced");
  if (signals.asksForMarkdownFile) fields.push("md");
  if (address !== null) add(address.isIn ? "in" : "outside", address.list);
  if (signature !== null) add(signature.verdict, signature.signer);
  return fields.join(";");
}

/** Parses the output of `formatSignals`. Ignores unknown fields, which an older or newer version may have written. */
export function parseSignals(text: string): Signals {
  if (text === "") return nothing;
  const fields = new Map<string, string>();
  for (const field of text.slice(0, limits.signalsCharsMax).split(";")) {
    const equals = field.indexOf("=");
    if (equals === -1) fields.set(field, "");
    else fields.set(field.slice(0, equals), decode(field.slice(equals + 1)));
  }
  const get = (name: string) => fields.get(name) ?? "";
  const verdict = signatureVerdicts.find((candidate) => fields.has(candidate));
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
    hasConversation: fields.has("conversation"),
    isTraced: fields.has("traced"),
    asksForMarkdownFile: fields.has("md"),
    address: list === undefined ? null : { list, isIn: fields.has("in") },
    signature: verdict === undefined ? null : { signer: get(verdict), verdict },
  };
}

/** Percent-encodes the notation's own characters and those that are not printable ASCII. */
function encode(value: string): string {
  return value.replace(/[^ !-$&-:<-~]/gu, (char) => encodeURIComponent(char.toWellFormed()));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // The text was truncated or written by hand, so the value is unknown and proves nothing.
    return "";
  }
}
