import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "./limits.ts";
import {
  createArraySplitter,
  createJsonSplitter,
  createLineSplitter,
  type Splitter,
  type TakeLine,
} from "./split-lines.ts";

function split(create: (take: TakeLine) => Splitter, pieces: readonly string[]): (string | null)[] {
  const taken: (string | null)[] = [];
  const splitter = create((line) => taken.push(line));
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return taken;
}

function cut(text: string, places: readonly number[]): string[] {
  const sorted = [0, ...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
  return sorted.slice(1).map((to, i) => text.slice(sorted[i], to));
}

test("lines are complete, regardless of where the text is split", () => {
  const text = fc.array(fc.constantFrom("a", "\n", "\r\n", "é", "b c")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.array(fc.nat(100)), (whole, places) => {
      const expected = whole.replace(/\r?\n$/u, "").split(/\r?\n/u);
      expect(split(createLineSplitter, cut(whole, places))).toEqual(whole === "" ? [] : expected);
    }),
    { numRuns: 2000 },
  );
});

test("an array's objects are complete, regardless of where the text is split", () => {
  const value = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string(), fc.constantFrom('"', "{", "}", "\\", "]"), fc.object()),
  );
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 5 }),
      fc.array(fc.nat(1000)),
      fc.nat(2),
      (values, places, indent) => {
        const text = JSON.stringify(values, null, indent);
        const entries = split(createArraySplitter, cut(text, places));
        expect(entries.map((entry) => JSON.parse(entry ?? "") as unknown)).toEqual(JSON.parse(text));
      },
    ),
    { numRuns: 1000 },
  );
});

test("reports a line only once if it is too long, and reads the next one", () => {
  const long = "x".repeat(limits.lineBytesMax + 1);
  const most = "x".repeat(limits.lineBytesMax);
  const wide = "é".repeat(limits.lineBytesMax / 2 + 1);
  expect(split(createLineSplitter, ["a\n", long, long, long, "\nb\n", wide, "\n", most])).toEqual([
    "a",
    null,
    "b",
    null,
    most,
  ]);
  expect(split(createArraySplitter, [`[{"a":"${long}`, long, '"},{"b":1}]'])).toEqual([null, '{"b":1}']);
});

test("JSON objects are complete, on one line each or printed over several, regardless of where the text is split", () => {
  const value = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string(), fc.constantFrom("\n{", "{", "}", "\\", "\n"), fc.object()),
    { minKeys: 1 },
  );
  const layout = fc.constantFrom(
    ...[
      { indent: 0, between: "\n" },
      { indent: 0, between: "\r\n" },
      { indent: 2, between: "\n" },
      { indent: 2, between: "\n\n" },
    ],
  );
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 5 }),
      fc.array(fc.nat(1000)),
      layout,
      (values, places, { indent, between }) => {
        const text = values.map((one) => JSON.stringify(one, null, indent)).join(between);
        const entries = split(createJsonSplitter, cut(text, places));
        expect(entries.map((entry) => JSON.parse(entry ?? "") as unknown)).toEqual(
          JSON.parse(JSON.stringify(values)),
        );
      },
    ),
    { numRuns: 1000 },
  );
});

test("an incomplete object affects only itself, and its length is limited", () => {
  const long = "x".repeat(limits.lineBytesMax);
  const text = `\n{\n  "a": "unfinished\n{\n  "b": 1\n}\n{\n "c": "${long}"\n}\n{ "d":\n{"e": 2}`;
  for (const places of [[], [1, 5, 30], Array.from({ length: 60 }, (_, at) => at)])
    expect(split(createJsonSplitter, cut(text, places))).toEqual([
      '{\n  "a": "unfinished\n',
      '{\n  "b": 1\n}',
      null,
      '{ "d":\n',
      '{"e": 2}',
    ]);
});

test("a first line that is too long, or that never ends, is one line", () => {
  const long = `{"a": "${"x".repeat(limits.lineBytesMax)}`;
  expect(split(createJsonSplitter, [long, '"}\n{"b":1}\n'])).toEqual([null, '{"b":1}']);
  expect(split(createJsonSplitter, [...long, "{"].slice(0, 100))).toEqual([long.slice(0, 100)]);
});
