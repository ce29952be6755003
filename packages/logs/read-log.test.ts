import { Readable } from "node:stream";
import { constants, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { limits } from "./limits.ts";
import type { LoggedRequest } from "./logged-request.ts";
import { readLog } from "./read-log.ts";

const line = (number: number) =>
  `192.0.2.1 - - [21/Nov/2026:09:00:00 +0000] "GET /${number} HTTP/1.1" 200 1 "-" "Firefox"\n`;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Reads a log that arrives in pieces of this many bytes. */
async function read(log: Uint8Array, options: { format?: string; pieceBytes?: number } = {}) {
  const { format = null, pieceBytes = log.length } = options;
  const pieces = numbers(Math.ceil(log.length / pieceBytes)).map((piece) =>
    log.subarray((piece - 1) * pieceBytes, piece * pieceBytes),
  );
  const batches: (readonly LoggedRequest[])[] = [];
  const lines: number[] = [];
  const take = async (requests: readonly LoggedRequest[], places: readonly number[]) => {
    batches.push(requests);
    lines.push(...places);
  };
  const summary = await readLog({ chunks: Readable.from(pieces), format, take });
  return { summary, batches, lines, targets: batches.flat().map(({ target }) => target) };
}

test.each([
  ["uncompressed", (log: string) => Buffer.from(log)],
  ["with gzip", gzipSync],
  ["with zstd", zstdCompressSync],
])("reads the same requests %s, however the log is split into pieces", async (_, pack) => {
  const log = `${line(1)}\nnot a request\n${line(2)}${"x".repeat(limits.lineBytesMax + 1)}\n${line(3)}`;
  for (const pieceBytes of [1, 100, 1_000_000]) {
    const { summary, lines, targets } = await read(pack(log), { pieceBytes });
    expect(targets).toEqual(["/1", "/2", "/3"]);
    expect(lines).toEqual([1, 4, 6]);
    expect(summary).toEqual({
      ...{ format: "combined", lines: 6, unread: 2 },
      unreadLines: [
        { line: 3, error: "malformed_line" },
        { line: 5, error: "line_too_long" },
      ],
    });
  }
});

test("requests are passed on in order, in batches of limited size", async () => {
  const count = 2 * limits.batchRequestsMax + 3;
  const log = Buffer.from(numbers(count).map(line).join(""));
  for (const pieceBytes of [64 * 1024, log.length]) {
    const { batches, targets } = await read(log, { pieceBytes });
    expect(targets).toEqual(numbers(count).map((number) => `/${number}`));
    for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(limits.batchRequestsMax);
  }
});

test("a batch is passed on only after the caller has processed the previous one", async () => {
  let [running, most] = [0, 0];
  const log = Buffer.from(
    numbers(3 * limits.batchRequests)
      .map(line)
      .join(""),
  );
  await readLog({
    chunks: Readable.from(
      numbers(30).map((piece) => log.subarray(((piece - 1) * log.length) / 30, (piece * log.length) / 30)),
    ),
    format: "combined",
    take: async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
    },
  });
  expect(most).toBe(1);
});

test.each([
  ["gzip", gzipSync, gunzipStart],
  [
    "zstd",
    zstdCompressSync,
    (packed: Buffer) => zstdDecompressSync(packed, { finishFlush: constants.ZSTD_e_flush }),
  ],
] as const)("keeps the complete lines of a truncated log (%s)", async (_, pack, unpackStart) => {
  const log = numbers(6000)
    .map((number) => line(number * 7919))
    .join("");
  const packed = pack(log);
  for (const part of [0.6, 0.999]) {
    const cut = packed.subarray(0, Math.floor(packed.length * part));
    const expected = unpackStart(cut).toString().split("\n").slice(0, -1);
    expect(expected.length).toBeGreaterThan(6000 * (part - 0.4));
    for (const pieceBytes of [1000, packed.length]) {
      const lines: number[] = [];
      const chunks = Readable.from(
        numbers(Math.ceil(cut.length / pieceBytes)).map((n) =>
          cut.subarray((n - 1) * pieceBytes, n * pieceBytes),
        ),
      );
      const take = async (_requests: readonly LoggedRequest[], places: readonly number[]) => {
        lines.push(...places);
        await new Promise(setImmediate);
      };
      await expect(readLog({ chunks, format: null, take })).rejects.toMatchObject({
        code: "invalid_request",
      });
      expect(lines).toEqual(numbers(expected.length));
    }
  }
});

/** Returns the part of a truncated stream that zlib can decompress. */
function gunzipStart(packed: Buffer): Buffer {
  return gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
}

test.each<[string, Buffer]>([
  ["with xz", Buffer.from("fd377a585a000004", "hex")],
  ["with bzip2", Buffer.from("BZh91AY&SY")],
  ["with zip", Buffer.from("504b030414000000", "hex")],
  ["in UTF-16", Buffer.from(`\ufeff${line(1)}`, "utf16le")],
  ["in UTF-16", Buffer.from(line(1), "utf16le")],
  ["in UTF-16", Buffer.from(line(1), "utf16le").swap16()],
  ["in UTF-16", gzipSync(Buffer.from(line(1), "utf16le"))],
])("reports that a log is %s", async (name, log) => {
  for (const pieceBytes of [1, 100_000]) {
    const failed = await read(log, { pieceBytes }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "invalid_request" });
    expect((failed as Error).message).toContain(name);
  }
});

test("reads JSON that is printed over several lines, and a UTF-8 byte order mark", async () => {
  const entry = (number: number) => ({
    ...{ remote_addr: "192.0.2.1", time_iso8601: "2026-11-21T09:00:00Z", status: 200 },
    ...{ request_uri: `/${number}`, request_method: "GET", headers: { accept: ["a", "b"] } },
  });
  const log = numbers(3)
    .map((number) => JSON.stringify(entry(number), null, 2))
    .join("\n");
  for (const pieceBytes of [1, 100, 100_000]) {
    const { summary, targets } = await read(Buffer.from(`\ufeff${log}`), { pieceBytes });
    expect(targets).toEqual(["/1", "/2", "/3"]);
    expect(summary).toMatchObject({ format: "nginx_json", lines: 3, unread: 0 });
  }
});

test("an empty log has no format", async () => {
  expect((await read(Buffer.from("\n \n"))).summary).toMatchObject({ format: "none", unread: 0 });
});

test("an error while requests are processed, or while the log is read, is passed on to the caller", async () => {
  const failure = new Error("disk full");
  const chunks = Readable.from([Buffer.from(line(1))]);
  await expect(readLog({ chunks, format: null, take: () => Promise.reject(failure) })).rejects.toBe(failure);
  await expect(read(gzipSync(line(1)).subarray(0, -9))).rejects.toMatchObject({ code: "invalid_request" });
  await expect(read(Buffer.from(line(1)), { format: "csv" })).rejects.toMatchObject({
    code: "invalid_request",
  });
});
