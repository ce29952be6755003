import { type KeyObject, verify } from "node:crypto";
import { limits } from "../limits.ts";
import type { RequestSignals } from "../request-signals.ts";
import type { SignatureOutcome, SignatureVerdict } from "../signals.ts";
import { type KeyDirectory, publicKeyOf, thumbprintOf } from "./key-directory.ts";
import { signedText } from "./signed-text.ts";
import { type InnerList, isInnerList, parseDictionary, parseItem } from "./structured-field.ts";

/**
 * Verifies a request's signature according to RFC 9421 and the drafts of Web Bot Auth, with known keys only. Nothing is
 * fetched. Returns null if no bot signed the request. Signatures that are malformed, violate the drafts, or use an
 * unknown key or component are `unverified`.
 */
export type VerifySignature = (request: RequestSignals) => SignatureOutcome | null;

interface Key {
  readonly key: KeyObject;
  readonly notBeforeMs: number;
  readonly expiresMs: number;
}

/** The test key from RFC 9421 (B.1.4), with which anyone can sign. */
const testKeyThumbprint = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";

export function createSignatureCheck(directories: Readonly<Record<string, KeyDirectory>>): VerifySignature {
  const keysBySigner = new Map(
    Object.entries(directories).map(([signer, { keys }]) => [
      signer,
      new Map(
        keys.map((jwk): [string, Key] => [
          thumbprintOf(jwk),
          {
            key: publicKeyOf(jwk),
            notBeforeMs: (jwk.nbf ?? 0) * 1000,
            expiresMs: (jwk.exp ?? Number.POSITIVE_INFINITY) * 1000,
          },
        ]),
      ),
    ]),
  );
  return (request) => {
    const {
      "signature-agent": agent = "",
      "signature-input": inputs = "",
      signature = "",
    } = request.headers ?? {};
    if (agent === "" && inputs === "") return null;
    if (agent.length + inputs.length + signature.length > limits.signatureCharsMax) return null;
    try {
      const found = findInput(inputs);
      const signer = signerOf(agent, found === null ? null : (agentKeyOf(found.input) ?? found.label));
      if (signer === null) return null;
      if (found === null) return { signer, verdict: "unverified" };
      const signed = parseDictionary(signature).get(found.label)?.[0];
      if (!(signed instanceof ArrayBuffer)) return { signer, verdict: "unverified" };
      const verdict = verdictOf(request, {
        ...found,
        signature: Buffer.from(signed),
        findKey: (id) => keysBySigner.get(signer)?.get(id) ?? null,
      });
      return { signer, verdict };
    } catch {
      // The header is not a structured field, so the sender does not use the protocol. This proves nothing.
      return null;
    }
  };
}

interface Signed {
  readonly input: InnerList;
  readonly signature: Buffer;
  readonly findKey: (id: string) => Key | null;
}

function verdictOf(request: RequestSignals, { input, signature, findKey }: Signed): SignatureVerdict {
  const [components, params] = input;
  const [created, expires, keyId, algorithm] = ["created", "expires", "keyid", "alg"].map((name) =>
    params.get(name),
  );
  if (typeof created !== "number" || typeof expires !== "number" || typeof keyId !== "string")
    return "unverified";
  if (algorithm !== undefined && algorithm !== "ed25519") return "unverified";
  if (keyId === testKeyThumbprint || keyId === "test-key-ed25519") return "forged";

  const covers = (name: string) => components.some(([component]) => component === name);
  const hasAgent = request.headers?.["signature-agent"] !== undefined;
  // Otherwise, the signature could have been copied from a request to another site, or from another signer.
  if (!covers("@authority") && !covers("@target-uri")) return "unverified";
  if (hasAgent && !covers("signature-agent")) return "unverified";

  const { signatureClockMs, signatureLifeMsMax } = limits;
  const { timeMs } = request;
  if ((expires - created) * 1000 > signatureLifeMsMax) return "unverified";
  if (created * 1000 > timeMs + signatureClockMs || expires * 1000 < timeMs - signatureClockMs)
    return "expired";

  const key = findKey(keyId);
  if (key === null || timeMs < key.notBeforeMs || timeMs > key.expiresMs) return "unverified";
  const base = signedText(request, input);
  if (base === null) return "unverified";
  return verify(null, Buffer.from(base), key.key, signature) ? "valid" : "forged";
}

/** Returns the first signature with Web Bot Auth's tag. */
function findInput(inputs: string): { label: string; input: InnerList } | null {
  for (const [label, member] of parseDictionary(inputs)) {
    if (isInnerList(member) && member[1].get("tag") === "web-bot-auth") return { label, input: member };
  }
  return null;
}

/** Returns the member of Signature-Agent that a signature covers. */
function agentKeyOf([components]: InnerList): string | null {
  const key = components.find(([name]) => name === "signature-agent")?.[1].get("key");
  return typeof key === "string" ? key : null;
}

/**
 * Returns the host in Signature-Agent. The header is a string (`"https://chatgpt.com"`) or, since 2026, a dictionary
 * (`g="https://agent.bot.goog"`). Some senders omit the quotes. Returns null if no signer is given.
 */
function signerOf(agent: string, key: string | null): string | null {
  const text = agent.trim();
  let url: unknown = text;
  if (text.startsWith('"')) [url] = parseItem(text);
  else if (!/^https?:/iu.test(text)) {
    const members = parseDictionary(text);
    const member = (key === null ? undefined : members.get(key)) ?? [...members.values()][0];
    [url] = member ?? [null];
  }
  if (typeof url !== "string" || !URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && hostname !== "" ? hostname : null;
}
