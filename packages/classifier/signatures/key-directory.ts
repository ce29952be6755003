import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { limits } from "../limits.ts";

/** The keys that a signer publishes at `https://<signer>/.well-known/http-message-signatures-directory`. */
export interface KeyDirectory {
  /** The day on which the directory was read: `2026-09-11`. */
  readonly date: string;
  readonly keys: readonly PublicJwk[];
}

export interface PublicJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  /** The validity period of the key, in seconds since 1970. */
  readonly nbf?: number | undefined;
  readonly exp?: number | undefined;
}

const jwk = z.object({
  kty: z.string(),
  crv: z.string().optional(),
  x: z.string().optional(),
  nbf: z.number().optional(),
  exp: z.number().optional(),
});
const directory = z.object({ keys: z.array(jwk), date: z.iso.date().optional() });

/**
 * Reads the Ed25519 keys of a JSON Web Key Set. Throws an error with a human-readable message if the set contains no
 * such keys.
 */
export function parseKeyDirectory(value: unknown, { readOn }: { readOn: string }): KeyDirectory {
  const parsed = directory.safeParse(value);
  if (!parsed.success) throw new Error("It is not a JSON Web Key Set: expected { keys: [{ kty, crv, x }] }.");
  const keys = parsed.data.keys.flatMap(({ kty, crv, x, nbf, exp }): PublicJwk[] =>
    kty === "OKP" && crv === "Ed25519" && x !== undefined && isKey(x) ? [{ kty, crv, x, nbf, exp }] : [],
  );
  const { signerKeysMax } = limits;
  if (keys.length === 0 || keys.length > signerKeysMax)
    throw new Error(`It has ${keys.length} Ed25519 keys, but 1 to ${signerKeysMax} are expected.`);
  return { date: parsed.data.date ?? readOn, keys };
}

function isKey(x: string): boolean {
  return Buffer.from(x, "base64url").length === 32;
}

/** The key ID in signatures (RFC 7638 and RFC 8037). A directory's own `kid` can be anything. */
export function thumbprintOf({ kty, crv, x }: PublicJwk): string {
  return createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
}

export function publicKeyOf({ kty, crv, x }: PublicJwk): KeyObject {
  return createPublicKey({ key: { kty, crv, x }, format: "jwk" });
}
