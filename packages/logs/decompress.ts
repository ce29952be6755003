import type { Transform } from "node:stream";
import { constants, createGunzip, createZstdDecompress } from "node:zlib";
import { LogError } from "./errors.ts";
import { limits } from "./limits.ts";
import { encodingBytes, refuseEncoding } from "./refuse-encoding.ts";

const { expansionMax, expansionFreeBytes, zstdWindowLogMax, unpackPieceBytes } = limits;

/**
 * Yields the bytes of a log, decompressed if the first ones identify gzip or zstd. Throws `payload_too_large` as soon
 * as the output exceeds the allowed ratio, or `invalid_request` if compressed data is damaged or truncated, or if the log has an
 * encoding that isn't supported.
 */
export async function* decompress(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await readFirst(iterator);
  const rest = following(first, iterator);
  const unpack = first === null ? null : unpackerOf(first);
  const unpacked = unpack === null ? rest : bounded(rest, unpack);
  const start = await readFirst(unpacked);
  if (start !== null) refuseEncoding(start);
  yield* following(start, unpacked);
}

/** Reads the bytes that are needed to recognize an encoding, or all bytes if there are fewer. */
async function readFirst(iterator: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  let first: Uint8Array | null = null;
  while (first === null || first.length < encodingBytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    first = first === null ? next.value : Buffer.concat([first, next.value]);
  }
  return first;
}

async function* following(
  first: Uint8Array | null,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (first !== null) yield first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

function unpackerOf(bytes: Uint8Array): Transform | null {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return createGunzip();
  const isZstd = bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;
  return isZstd
    ? createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLogMax } })
    : null;
}

/**
 * Yields all bytes that can be decompressed, and only then throws if the data is damaged or ends too early. A stream that is
 * read in the usual ways drops its buffer when it fails, so its output is collected here, after each small piece of
 * input.
 */
async function* bounded(chunks: AsyncIterable<Uint8Array>, unpack: Transform): AsyncGenerator<Uint8Array> {
  let [packedBytes, bytes] = [0, 0];
  const unpacked: Buffer[] = [];
  const problems: unknown[] = [];
  unpack.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= Math.max(packedBytes * expansionMax, expansionFreeBytes)) unpacked.push(chunk);
    else unpack.destroy(tooMuch());
  });
  unpack.once("error", (error: Error) => problems.push(error));
  const isOver = new Promise<void>((resolve) => {
    unpack.once("close", resolve);
  });
  const write = (piece: Uint8Array) =>
    Promise.race([isOver, new Promise<void>((resolve) => void unpack.write(piece, () => resolve()))]);
  try {
    for await (const chunk of chunks) {
      if (chunk.length === 0) yield chunk;
      for (let at = 0; at < chunk.length && !unpack.destroyed; at += unpackPieceBytes) {
        const piece = chunk.subarray(at, at + unpackPieceBytes);
        packedBytes += piece.length;
        await write(piece);
        yield* unpacked.splice(0);
      }
      if (unpack.destroyed) break;
    }
    unpack.end();
    await isOver;
    yield* unpacked.splice(0);
    for (const error of problems) throw error instanceof LogError ? error : damaged(error);
  } finally {
    unpack.destroy();
  }
}

function tooMuch(): LogError {
  return new LogError(
    "payload_too_large",
    `The log expands to more than ${expansionMax} times its compressed size. Lines before this point were recorded.`,
  );
}

function damaged(cause: unknown): LogError {
  const message =
    "The compressed log is damaged or truncated. Lines before this point were recorded. Send the whole log again.";
  return new LogError("invalid_request", message, { cause, fields: { details: [{ message }] } });
}
