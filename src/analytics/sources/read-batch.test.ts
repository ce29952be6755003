import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../limits.ts";
import { readBatch } from "./read-batch.ts";
import { readEvent } from "./read-event.ts";

const { eventBytesMax, eventNestedMax } = limits.collect;

const read = (body: string | Uint8Array) =>
  [...readBatch(Buffer.from(body as string))].filter((found) => typeof found !== "symbol");

const space = fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\r"), maxLength: 3 });
/** Texts and values that contain what separates two events. */
const separating = fc.string({ unit: fc.constantFrom("},{", "}", "{", "[", "]", ",", '"', "\\", " ", "é") });
const smallEvent = fc.oneof(
  { arbitrary: fc.record({ path: fc.string(), referrer: fc.string({ unit: "binary" }) }), weight: 20 },
  {
    arbitrary: fc.record({ path: fc.constant("/"), headers: fc.record({ referer: separating }) }),
    weight: 20,
  },
  { arbitrary: fc.record({ path: separating, more: fc.array(fc.record({ a: separating })) }), weight: 1 },
  { arbitrary: fc.jsonValue(), weight: 1 },
);
const event = fc.oneof(
  { arbitrary: smallEvent, weight: 25 },
  { arbitrary: fc.constant({ path: "/", id: "x".repeat(eventBytesMax) }), weight: 1 },
);

test("R51: reads each event of an array as if it had been sent alone", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(event, space, space), { maxLength: 300 }), space, (events, around) => {
      const texts = events.map(([value]) => JSON.stringify(value));
      const body = events.map(([, before, after], i) => `${before}${texts[i]}${after}`).join(",");
      const expected = texts.map((text) =>
        Buffer.byteLength(text) > eventBytesMax
          ? expect.objectContaining({ rejected: "event_too_large" })
          : readEvent(JSON.parse(text)),
      );
      expect(read(`${around}[${around}${body}]${around}`)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test("R51: an array with one wrong character is read or refused as if it had been parsed as a whole", () => {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    deleted: fc.nat(1),
    inserted: fc.constantFrom("", "{", "}", "[", "]", ",", '"', "\\", " ", "},{"),
  });
  fc.assert(
    fc.property(
      fc.array(smallEvent, { minLength: 1, maxLength: 200 }),
      change,
      (events, { at, ...change }) => {
        const body = JSON.stringify(events);
        const from = 1 + Math.floor(at * body.length);
        const changed = body.slice(0, from) + change.inserted + body.slice(from + change.deleted);
        const whole = parse(changed);
        if (Array.isArray(whole)) expect(read(changed)).toEqual(whole.map(readEvent));
        else expect(() => read(changed)).toThrow(/The body is n/u);
      },
    ),
    { numRuns: 200 },
  );
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const good = '{"path":"/"}';
const many = Array(1000).fill(good).join(",");

test.each([
  ["a comma at the end", `[${good},]`],
  ["a comma after a long event", `[{"path":"/${"x".repeat(9000)}"},]`],
  ["a comma at the start", `[,${good}]`],
  ["two commas", `[${many},,${good}]`],
  ["no comma", `[${good} ${good}]`],
  ["a missing bracket", `[${many}`],
  ["text after the array", `[${good}] ${good}`],
  ["an unfinished value", `[${many},{"path":]`],
  ["a value with more brackets", `[${good}],[${good}]`],
  [
    "bytes that are not UTF-8",
    Buffer.concat([Buffer.from(`[${many},"`), Buffer.from([0xff]), Buffer.from('"]')]),
  ],
])("R51: an array with %s is refused as a whole", (_, body) => {
  expect(() => read(body)).toThrow(/The body is n/u);
});

const nested = (pairs: number) => `{"path":"/","text":"[{","x":[${Array(pairs).fill("[]").join(",")}]}`;
const tooNested = expect.objectContaining({ message: expect.stringContaining("arrays and objects") });

test.each([
  ["an array", (events: string[]) => `[${events.join(",")}]`],
  ["lines", (events: string[]) => events.join("\n")],
])("R51: an event with more arrays and objects than allowed is refused alone, in %s", (_, bodyOf) => {
  const allowed = nested(eventNestedMax - 2);
  const refused = nested(eventNestedMax - 1);
  const isRead = expect.objectContaining({ target: "/" });
  expect(read(bodyOf([good, allowed, refused, good]))).toEqual([isRead, isRead, tooNested, isRead]);
});

test("R51: a single event with more arrays and objects than allowed is refused", () => {
  expect(read(nested(eventNestedMax))).toEqual([tooNested]);
});

test("R51: a form feed between events is not white space", () => {
  expect(() => read(`[${good},\f${good}]`)).toThrow(/The body is n/u);
});
