import { hash } from "node:crypto";

/**
 * HMAC-SHA-256 (RFC 2104) of many short messages under one key, as two plain hashes: that takes a quarter of the time
 * of node's `createHmac`, most of which goes into making objects.
 */
export interface KeyedHash {
  /** Where a message is written before it is hashed: `messageBytesMax` bytes. */
  readonly message: Buffer;
  /** Of the first `length` bytes of `message`: 32 bytes, a character each. */
  digest(length: number): string;
}

const blockBytes = 64;
const digestBytes = 32;

/** Throws RangeError for a key of more than 64 bytes. */
export function createKeyedHash(key: Uint8Array, messageBytesMax: number): KeyedHash {
  if (key.length > blockBytes) throw new RangeError(`a key has at most ${blockBytes} bytes`);
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
