import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../test/support/any-text.ts";
import { limits } from "./limits.ts";
import { observeRequest } from "./observe-request.ts";
import type { RequestSignals } from "./request-signals.ts";
import { formatSignals, parseSignals, type Signals, signatureVerdicts } from "./signals.ts";

const someSignals: fc.Arbitrary<Signals> = fc.record({
  isNamed: fc.boolean(),
  hasHeaders: fc.boolean(),
  accept: anyText({ maxLength: 60 }),
  hasLanguage: fc.boolean(),
  brands: fc.array(
    fc.stringMatching(/^[^|]{1,20}$/u).map((value) => value.toWellFormed()),
    { maxLength: 3 },
  ),
  fetchMode: anyText({ maxLength: 10 }),
  fetchDest: anyText({ maxLength: 10 }),
  from: anyText({ maxLength: 20 }),
  speaksMcp: fc.boolean(),
  hasConversation: fc.boolean(),
  isTraced: fc.boolean(),
  asksForMarkdownFile: fc.boolean(),
  address: fc.option(fc.record({ list: fc.constantFrom("openai-gptbot", "x"), isIn: fc.boolean() })),
  signature: fc.option(
    fc.record({
      signer: anyText({ maxLength: 20 }).filter((value) => value !== ""),
      verdict: fc.constantFrom(...signatureVerdicts),
    }),
  ),
});

const request = (headers: Record<string, string> | null, path = "/"): RequestSignals => ({
  source: "server",
  userAgent: "x",
  headers,
  ip: "203.0.113.7",
  method: "GET",
  path,
  authority: null,
  timeMs: 0,
});
const observed = (headers: Record<string, string> | null, path?: string) =>
  formatSignals(observeRequest(request(headers, path), { address: null, signature: null }));

describe("the notation of signals", () => {
  test("parses back to the same signals, for any values", () => {
    fc.assert(
      fc.property(someSignals, (signals) => {
        expect(parseSignals(formatSignals(signals))).toEqual(signals);
      }),
    );
  });
  test("is printable ASCII, so that every store keeps it unchanged", () => {
    fc.assert(
      fc.property(someSignals, (signals) => {
        expect(formatSignals(signals)).toMatch(/^[ -~]*$/u);
      }),
    );
  });
  test("ignores unknown fields, and never throws", () => {
    expect(parseSignals("headers;later=x;md")).toMatchObject({ hasHeaders: true, asksForMarkdownFile: true });
    expect(parseSignals("accept=%E0%A4%A").accept).toBe("");
    fc.assert(fc.property(anyText({ maxLength: 200 }), (written) => void parseSignals(written)));
  });
});

describe("the stored signals", () => {
  test.each([
    ["a log line", null, "/start", ""],
    ["a Markdown file", null, "/start.MD?plain=1#top", "md"],
    ["llms.txt", null, "/llms.txt", "md"],
    ["a whole URL from a server", null, "https://docs.example.com/start.md?x", "md"],
    ["the root of a site in Moldova", null, "https://docs.example.md", ""],
    ["a page about Markdown", null, "/guides/start.md/", ""],
    [
      "a browser, with shuffled brands and an invented one",
      {
        accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
        "accept-language": "de-CH,de;q=0.9",
        "sec-ch-ua": '"Not)A;Brand";v="8", "Google Chrome";v="141", "Chromium";v="141"',
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
      },
      "/",
      "headers;accept=html;language;brands=Chromium|Google Chrome;mode=navigate;dest=document",
    ],
    [
      "a crawler with a contact address",
      { accept: "*/*", from: "gptbot(at)openai.com" },
      "/",
      "headers;accept=*/*;from=openai.com",
    ],
    [
      "a person's address",
      { accept: "*/*", from: "Jo Doe <jo.doe@example.com>" },
      "/",
      "headers;accept=*/*;from=example.com",
    ],
    ["invented values", { accept: "a;b=c\n%", "sec-fetch-mode": "x y" }, "/", "headers;accept=a%3Bb=c%0A%25"],
  ] as const)("%s", (_name, headers, path, expected) => {
    expect(observed(headers, path)).toBe(expected);
  });

  test("stay within their size limit, and contain no address", () => {
    const long = anyText({ maxLength: 2000 });
    fc.assert(
      fc.property(
        fc.record({
          accept: long,
          from: long,
          "sec-ch-ua": fc.array(long.map((name) => `"${name}";v="1"`)).map((all) => all.join(",")),
          "sec-fetch-mode": long,
        }),
        (headers) => {
          const kept = observed(headers);
          expect(kept.length).toBeLessThanOrEqual(limits.signalsCharsMax);
          expect(kept).not.toContain("203.0.113.7");
        },
      ),
    );
    expect(observed({ accept: "\u{1F600}".repeat(500), from: "x@example.com" }).length).toBeLessThanOrEqual(
      limits.signalsCharsMax,
    );
  });
});
