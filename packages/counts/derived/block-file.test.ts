import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createBlockBuffer, createBlockFile, Damaged, openBlockFile } from "./block-file.ts";

const folder = mkdtempSync(join(tmpdir(), "docwright-blocks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, "file");
const blocks = [[1, 2, 3], [], [4], Array.from({ length: 100_000 }, (_, i) => i % 251)];

function write() {
  const writer = createBlockFile(path);
  expect(blocks.map((block) => writer.add(Uint8Array.from(block)))).toEqual([0, 1, 2, 3]);
  writer.finish({ name: "four" });
}

test("reads blocks back unchanged, one by one and in runs, each at a multiple of eight bytes", () => {
  write();
  const file = openBlockFile<{ name: string }>(path);
  expect([file.about.name, file.blocks]).toEqual(["four", 4]);
  expect(blocks.map((_, i) => [...file.readOne(i)])).toEqual(blocks);
  const buffer = createBlockBuffer();
  file.read(1, 4, buffer);
  for (const [i, start] of buffer.starts.entries()) {
    expect(start % 8).toBe(0);
    expect([...new Uint8Array(buffer.bytes, start, file.lengthOf(i + 1))]).toEqual(blocks[i + 1]);
  }
  file.close();
});

test("reports as damaged a file that is missing, truncated, extended or changed anywhere", () => {
  expect(() => openBlockFile(join(folder, "nothing"))).toThrow(Damaged);
  const readAll = () => {
    const file = openBlockFile(path);
    try {
      for (let block = 0; block < file.blocks; block++) file.readOne(block);
    } finally {
      file.close();
    }
  };
  write();
  const whole = readFileSync(path);
  for (const length of [0, 10, 30, 1000, whole.length - 1]) {
    writeFileSync(path, whole);
    truncateSync(path, length);
    expect(readAll, `${length} bytes`).toThrow(Damaged);
  }
  writeFileSync(path, whole);
  appendFileSync(path, "x");
  expect(readAll).toThrow(Damaged);
  // The gaps between blocks contain no data; every other byte is data.
  const gaps = new Set([3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15]);
  for (let at = 0; at < whole.length; at += at < 64 || at > whole.length - 140 ? 1 : 997) {
    if (gaps.has(at)) continue;
    const changed = Buffer.from(whole);
    changed[at]! ^= 0x10;
    writeFileSync(path, changed);
    try {
      readAll();
      const isPadding = at > whole.length - 32 && at < whole.length - 24;
      expect(isPadding, `byte ${at}`).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(Damaged);
    }
  }
});
