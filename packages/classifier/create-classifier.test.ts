import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../test/support/any-text.ts";
import { cpuMsOf } from "../../test/support/cpu-time.ts";
import { createClassifier } from "./create-classifier.ts";
import { limits } from "./limits.ts";
import type { RequestSignals } from "./request-signals.ts";

const classifier = createClassifier();
/** The longest names and rules that callers need to store. */
const nameCharsMax = 200;
const request = (overrides: Partial<RequestSignals>): RequestSignals => ({
  source: "log",
  userAgent: "",
  headers: null,
  ip: null,
  method: "GET",
  path: "/guides/start",
  authority: "docs.example.com",
  timeMs: Date.UTC(2026, 10, 1),
  ...overrides,
});
const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const cubot =
  "Mozilla/5.0 (Linux; Android 7.0; CUBOT MAX Build/NRD90M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/63.0.3239.111 Mobile Safari/537.36";

describe("classify", () => {
  test.each([
    ["a browser", { userAgent: chrome }, "human", null, null],
    ["a phone whose name ends in bot", { userAgent: cubot }, "human", null, null],
    [
      "GPTBot",
      {
        userAgent:
          "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)",
      },
      "ai",
      "training",
      "GPTBot",
    ],
    [
      "a bot with another bot's URL",
      { userAgent: "AcmeBot/1.0 (like https://openai.com/gptbot)" },
      "bot",
      null,
      "AcmeBot",
    ],
    [
      "a search engine",
      { userAgent: "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)" },
      "bot",
      null,
      "bingbot",
    ],
    ["curl", { userAgent: "curl/8.5.0" }, "bot", null, "curl"],
    [
      "curl that asks for Markdown",
      { userAgent: "curl/8.5.0", headers: { accept: "text/markdown" } },
      "ai",
      "markdown_client",
      "curl",
    ],
    [
      "curl that fetches a Markdown file",
      { userAgent: "curl/8.5.0", path: "/start.md?x" },
      "ai",
      "markdown_client",
      "curl",
    ],
    ["a person who opens a Markdown file", { userAgent: chrome, path: "/start.md" }, "human", null, null],
    ["an empty user agent", {}, "bot", null, "No user agent"],
  ] as const)("%s", (_name, overrides, kind, category, name) => {
    expect(classifier.classify(request(overrides)).classification).toMatchObject({ kind, category, name });
  });
});

describe("verification", () => {
  const gptbot =
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)";
  const lists = { "openai-gptbot": { date: "2026-10-05", ranges: ["20.171.206.0/23"] } };
  const verifying = createClassifier({ ipLists: lists, keys: {} });
  const confidence = (overrides: Partial<RequestSignals>) =>
    verifying.classify(request({ userAgent: gptbot, ...overrides })).classification.confidence;

  test("an address in the operator's list verifies the agent, any other address means that the agent is spoofed, and a missing address proves nothing", () => {
    expect(confidence({ ip: "20.171.207.4" })).toBe("ip_verified");
    expect(confidence({ ip: "8.8.8.8" })).toBe("spoof_suspected");
    expect(confidence({ ip: null })).toBe("user_agent");
    expect(confidence({ ip: "10.1.2.3" })).toBe("user_agent");
  });

  test("trusts an agent whose operator publishes no list", () => {
    const { classification } = verifying.classify(
      request({ userAgent: "Claude-User (claude-code/2.1.0)", ip: "8.8.8.8" }),
    );
    expect(classification).toMatchObject({
      name: "Claude Code",
      category: "coding_agent",
      confidence: "user_agent",
    });
  });

  test("a stored client is classified the same way without the address", () => {
    for (const ip of ["20.171.207.4", "8.8.8.8", null]) {
      const client = verifying.classify(request({ userAgent: gptbot, ip }));
      expect(verifying.classifyAgain(client)).toEqual(client.classification);
      expect(JSON.stringify(client)).not.toContain(ip ?? "no address");
    }
  });

  test("a browser with an agent's Signature-Agent header is classified as that agent, unverified", () => {
    const headers = { accept: "text/html", "signature-agent": '"https://chatgpt.com"' };
    expect(verifying.classify(request({ userAgent: chrome, headers })).classification).toMatchObject({
      name: "ChatGPT agent",
      category: "browser_agent",
      confidence: "heuristic",
    });
  });
});

describe("a client's headers", () => {
  const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const hints = { "sec-ch-ua": '"Chromium";v="141"', "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };
  const resultOf = (headers: Record<string, string>, overrides: Partial<RequestSignals> = {}) => {
    const { classification } = classifier.classify(
      request({ source: "server", userAgent: chrome, headers, ...overrides }),
    );
    return [classification.kind, classification.category ?? classification.bot, classification.name];
  };
  test.each([
    ["a page over plain http", { accept: html, "accept-language": "en" }, {}, ["human", null, null]],
    [
      "a page over https, with all headers",
      { accept: html, "accept-language": "en", ...hints },
      {},
      ["human", null, null],
    ],
    [
      "Markdown, unlike any browser",
      { accept: "text/markdown" },
      {},
      ["ai", "markdown_client", "Unknown Markdown client"],
    ],
    ["Markdown, by a button on the page", { accept: "text/markdown", ...hints }, {}, ["human", null, null]],
    [
      "Markdown, by a button on the page, with Cursor's header",
      { accept: "text/markdown, text/plain;q=0.9, */*;q=0.8", ...hints },
      {},
      ["human", null, null],
    ],
    [
      "Markdown with opencode's header",
      { accept: "text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1" },
      {},
      ["ai", "coding_agent", "opencode"],
    ],
    [
      "a Markdown file without a browser's headers",
      { accept: "*/*" },
      { path: "/a.md" },
      ["ai", "markdown_client", "Unknown Markdown client"],
    ],
    [
      "a Markdown file opened in a browser",
      { accept: html, "accept-language": "en" },
      { path: "/a.md" },
      ["human", null, null],
    ],
    [
      "a page requested by a script",
      { accept: "*/*" },
      {},
      ["bot", "library", "A script that says it is a browser"],
    ],
    [
      "a page requested with Node's fetch",
      { accept: "*/*", "accept-language": "*", "sec-fetch-mode": "cors" },
      {},
      ["bot", "library", "A script that says it is a browser"],
    ],
    ["a beacon from an old browser", { accept: "*/*", "accept-language": "en" }, {}, ["human", null, null]],
    [
      "an MCP session",
      { accept: "application/json", "mcp-protocol-version": "2025-06-18" },
      { userAgent: "node" },
      ["ai", "mcp", "node"],
    ],
    [
      "a page, for a conversation with a model",
      { accept: html, "accept-language": "en", "x-conversation-id": "c1" },
      {},
      ["ai", "assistant", "Unknown assistant"],
    ],
    [
      "data for a chat, by a script in the page",
      { accept: "*/*", "accept-language": "en", "x-conversation-id": "c1", ...hints },
      {},
      ["human", null, null],
    ],
    [
      "a page, in a coding agent's trace",
      {
        accept: html,
        "accept-language": "en",
        traceparent: "00-4bf9-00f0-01",
        baggage: "sentry-trace_id=4bf9",
      },
      {},
      ["ai", "coding_agent", "Unknown coding agent"],
    ],
    [
      "a page, in a proxy's trace",
      { accept: html, "accept-language": "en", traceparent: "00-4bf9-00f0-01" },
      {},
      ["human", null, null],
    ],
    [
      "a page in a browser whose script sends traces",
      { accept: "*/*", "accept-language": "en", traceparent: "00-4bf9-00f0-01", baggage: "a=b", ...hints },
      {},
      ["human", null, null],
    ],
    [
      "Markdown, requested by a search engine",
      { accept: "text/markdown" },
      { userAgent: "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)" },
      ["bot", "search_engine", "bingbot"],
    ],
    [
      "a headless browser with client hints",
      { accept: html, "accept-language": "en", ...hints, "sec-ch-ua": '"HeadlessChrome";v="141"' },
      {},
      ["bot", "headless", "HeadlessChrome"],
    ],
  ] as const)("%s", (_name, headers, overrides, expected) => {
    expect(resultOf(headers, overrides)).toEqual(expected);
  });
});

describe("arbitrary input", () => {
  const anything = fc.oneof(
    anyText({ maxLength: 3000 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          "Mozilla/5.0 (",
          "compatible;",
          "GPTBot/",
          "http://",
          " ",
          ";",
          "(",
          ")",
          "-",
          "\u0000",
          "\ud800",
          "bot",
        ),
      )
      .map((parts) => parts.join("")),
  );
  const header = fc.option(anything, { nil: undefined });

  test("gets a classification that can be stored, and the stored client gets the same one", () => {
    fc.assert(
      fc.property(
        anything,
        fc.option(
          fc.record({
            accept: header,
            "sec-ch-ua": header,
            from: header,
            "signature-agent": header,
            "signature-input": header,
            signature: header,
          }),
        ),
        anything,
        fc.option(anything),
        (userAgent, headers, path, ip) => {
          const client = classifier.classify(request({ userAgent, headers, path, ip }));
          expect(client.userAgent.length).toBeLessThanOrEqual(limits.userAgentCharsMax);
          expect(client.userAgent).not.toMatch(/\p{Cc}/u);
          expect(client.userAgent.isWellFormed()).toBe(true);
          expect(client.signals.length).toBeLessThanOrEqual(limits.signalsCharsMax);
          expect((client.classification.name ?? "").length).toBeLessThanOrEqual(nameCharsMax);
          expect(client.classification.rule.length).toBeLessThanOrEqual(nameCharsMax);
          expect(classifier.classifyAgain(client)).toEqual(client.classification);
        },
      ),
    );
  });

  test("a one-megabyte user agent is truncated before it is classified and stored", () => {
    const long = `${chrome} ${"x".repeat(1_000_000)}`;
    const { userAgent, classification } = classifier.classify(request({ userAgent: long }));
    expect(userAgent).toBe(long.slice(0, limits.userAgentCharsMax));
    expect(classification.kind).toBe("human");
  });

  test.each([
    ["spaces", " ".repeat(1023)],
    ["a letter", "a".repeat(1024)],
    ["words", "a ".repeat(512)],
    ["dashes", "-_".repeat(512)],
    ["open brackets", `Mozilla/5.0 ${"(".repeat(1000)}`],
    ["compatible", `Mozilla/5.0 (${"compatible; ".repeat(80)}`],
    ["addresses", "http://".repeat(146)],
    ["an unterminated address", `https://${"a".repeat(1010)}`],
    ["versions", `Mozilla/5.0 ${"1.".repeat(500)}`],
    ["half of a pattern with a gap", "Spider".repeat(170)],
    ["another", "Current ".repeat(128)],
    ["the first words of agents", "kangaroo claude gemini ".repeat(44)],
    ["digits", "1".repeat(1024)],
    ["browsers", "Mozilla/5.0 (X11; rv:1) Gecko/1 ".repeat(32)],
  ])("classifying text never takes excessive time: %s", (_name, bomb) => {
    const fresh = createClassifier();
    const timeOf = (make: (i: number) => string) =>
      cpuMsOf(() => {
        for (let i = 0; i < 20; i++) fresh.classify(request({ userAgent: make(i) }));
      });
    timeOf((i) => `${i}${"ordinary/1.0 (text) ".repeat(51)}`);
    const ordinaryMs = timeOf((i) => `x${i}${"ordinary/1.0 (text) ".repeat(51)}`);
    // Linear work takes at most a few times as long, but backtracking on a thousand characters takes thousands of times
    // as long.
    expect(timeOf((i) => `${i}${bomb}`.slice(0, 1024))).toBeLessThan(60 * ordinaryMs + 50);
  });
});
