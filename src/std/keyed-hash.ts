import { hash } from "node:crypto";

/**
 * HMAC-SHA-256 (RFC 2104) of many short messages under one key, from two plain hashes. This takes a quarter of the time
 * of Node's `createHmac`, which spends most of its time creating objects.
 */
export interface KeyedHash {
  /** The buffer for the next message, with `messageBytesMax` bytes. */
  readonly message: Buffer;
  /** Returns the digest of the first `length` bytes of `message`: 32 bytes, one per character. */
  digest(length: number): string;
}

const blockBytes = 64;
const digestBytes = 32;

/** Throws RangeError if the key is longer than 64 bytes. */
export function createKeyedHash(key: Uint8Array, messageBytesMax: number): KeyedHash {
  if (key.length > blockBytes) throw new RangeError(`The key must not be longer than ${blockBytes} bytes.`);
  const inner = Buffer.alloc(blockBytes + messageBytesMax);
  const outer = Buffer.alloc(blockBytes + digestBytes);
  for (let at = 0; at < blockBytes; at++) {
    inner[at] = (key[at] ?? 0) ^ 0x36;
    outer[at] = (key[at] ?? 0) ^ 0x5c;
  }
  return {
    message: inner.subarray(blockBytes),
    digest(length) {
      outer.write(hash("sha256", inner.subarray(0, blockBytes + length), "latin1"), blockBytes, "latin1");
      return hash("sha256", outer, "latin1");
    },
  };
}
