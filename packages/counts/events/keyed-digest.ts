/**
 * HalfSipHash-2-4 with 64 bits of output (J.-P. Aumasson, D. J. Bernstein). It is fast in 32-bit arithmetic, and nobody
 * can find two colliding IDs without the key. Writes the two little-endian words to `out` at `at`.
 */
export function halfSipHash(
  bytes: Uint8Array,
  range: { from: number; to: number },
  key: { k0: number; k1: number },
  out: Uint32Array,
  at: number,
): void {
  const { from, to } = range;
  let v0 = key.k0;
  let v1 = key.k1 ^ 0xee;
  let v2 = key.k0 ^ 0x6c796765;
  let v3 = key.k1 ^ 0x74656462;
  const length = to - from;
  const whole = to - (length & 3);
  for (let i = from; i <= whole; i += 4) {
    let word: number;
    if (i < whole) {
      word =
        byteAt(bytes, i) |
        (byteAt(bytes, i + 1) << 8) |
        (byteAt(bytes, i + 2) << 16) |
        (byteAt(bytes, i + 3) << 24);
    } else {
      word = (length & 0xff) << 24;
      for (let j = to - 1; j >= whole; j--) word |= byteAt(bytes, j) << (8 * (j - whole));
    }
    v3 ^= word;
    for (let round = 0; round < 2; round++) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    v0 ^= word;
  }
  v2 ^= 0xee;
  for (let half = 0; half < 2; half++) {
    for (let round = 0; round < 4; round++) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    out[at + half] = v1 ^ v3;
    v1 ^= 0xdd;
  }
}

const byteAt = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;
