import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;
const version = "v1";

/**
 * Authenticated encryption of short strings at rest: AES-256-GCM with a key that HKDF-SHA256 (RFC 5869) derives from
 * the installation's secret. The ciphertext is bound to `place`, so that it can't be decrypted in another row.
 *
 * 96-bit random nonces are safe for 2^32 strings per key (NIST SP 800-38D, 8.3).
 */
export interface SealedBox {
  /** Returns `v1.` and the nonce, tag and ciphertext in base64url. */
  seal(text: string, place: string): string;
  /** Returns null if the text was sealed with another secret or for another place, or is damaged. */
  open(sealed: string, place: string): string | null;
}

export function createSealedBox(secret: string): SealedBox {
  const key = Buffer.from(hkdfSync("sha256", secret, "docwright", "credentials at rest", 32));
  return {
    seal(text, place) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    open(sealed, place) {
      const [head, body, ...more] = sealed.split(".");
      if (head !== version || body === undefined || more.length > 0) return null;
      const bytes = Buffer.from(body, "base64url");
      if (bytes.length < ivBytes + tagBytes) return null;
      const iv = bytes.subarray(0, ivBytes);
      const tag = bytes.subarray(ivBytes, ivBytes + tagBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
        return text.toString("utf8");
      } catch {
        // GCM reports only that authentication failed, not why.
        return null;
      }
    },
  };
}
