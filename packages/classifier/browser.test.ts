import { describe, expect, test } from "vitest";
import { saysBrowser, withoutDevice } from "./browser.ts";
import { createClassifier } from "./create-classifier.ts";

const engine = "AppleWebKit/537.36 (KHTML, like Gecko)";
const classifier = createClassifier();
const classOf = (userAgent: string) => {
  const { kind, category, bot, name } = classifier.classify({
    source: "log",
    userAgent,
    headers: null,
    ip: null,
    method: "GET",
    path: "/",
    authority: null,
    timeMs: Date.UTC(2026, 10, 1),
  }).classification;
  return [kind, category ?? bot, name];
};

describe("people", () => {
  test.each([
    [
      "Google TV",
      `Mozilla/5.0 (Linux; Android 12; Google TV Build/STT9) ${engine} Chrome/120.0 Safari/537.36`,
    ],
    ["an older Google TV", `Mozilla/5.0 (Linux; GoogleTV 3.2; VAP430) ${engine} Chrome/11.0 Safari/534.24`],
    [
      "a phone named Discovery",
      `Mozilla/5.0 (Linux; Android 4.2.2; Discovery Build/JDQ39) ${engine} Chrome/33.0`,
    ],
    ["a phone named Spider 8", `Mozilla/5.0 (Linux; Android 9; Spider 8) ${engine} Chrome/80.0 Mobile`],
    ["a phone named C Bot", `Mozilla/5.0 (Linux; Android 9; C Bot Build/PPR1) ${engine} Chrome/80.0 Mobile`],
    ["a phone named Devin", `Mozilla/5.0 (Linux; Android 13; Devin) ${engine} Chrome/120.0 Mobile`],
    [
      "a phone named Lighthouse",
      `Mozilla/5.0 (Linux; Android 13; Lighthouse 2) ${engine} Chrome/120.0 Mobile`,
    ],
    ["Chrome without its engine", "Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0.0.0 Safari/537.36"],
    [
      "Internet Explorer that repeats its beginning",
      "Mozilla/4.0 (compatible; MSIE 8.0; Trident/4.0; Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1) ; .NET)",
    ],
    [
      "Sogou's browser",
      `Mozilla/5.0 (Linux; Android 10; V1) ${engine} Chrome/83.0 SogouMSE,SogouMobileBrowser/5.29`,
    ],
    [
      "Chrome Frame",
      "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Trident/4.0; chromeframe/30.0.1599.101)",
    ],
    [
      "other letter cases",
      "Mozilla/5.0 (Linux; Android 10) AppleWebkit/537.36 (KHTML, like Gecko) Chrome/80.0",
    ],
    [
      "lower case",
      "mozilla/5.0 (windows nt 10.0) applewebkit/537.36 (khtml, like gecko) chrome/120.0 safari/537.36",
    ],
    [
      "a product before Mozilla",
      `MQQBrowser/371 Mozilla/5.0 (iPhone 4S; CPU iPhone OS 6_0_1) ${engine} Mobile/10A523`,
    ],
    [
      "a news app",
      `Mozilla/5.0 (Linux; Android 14; K) ${engine} Chrome/130.0.0.0 Mobile Safari/537.36 AcmeNews/3.1`,
    ],
    [
      "an app with a package name",
      `Mozilla/5.0 (Linux; Android 14; K) ${engine} Chrome/130.0.0.0 Mobile Safari/537.36 com.google.acme/1.0`,
    ],
    [
      "an app that talks to a model",
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) ${engine} Mobile/15E148 ChatGPT/1.2025`,
    ],
  ])("use %s", (_name, userAgent) => {
    expect(saysBrowser(userAgent)).toBe(true);
    expect(classOf(userAgent)).toEqual(["human", null, null]);
  });
});

describe("programs that send a browser's user agent", () => {
  const chrome = `Mozilla/5.0 (X11; Linux x86_64) ${engine} Chrome/120.0.0.0 Safari/537.36`;
  test.each([
    [`${chrome} Assetnote/1.0.0`, ["bot", "monitor", "Assetnote"]],
    [
      `Mozilla/5.0 (X11; Linux x86_64) Miniature.io/6.0 ${engine} Chrome/69.0`,
      ["bot", "monitor", "Miniature.io"],
    ],
    [`${chrome} 360JK yunjiankong 975382`, ["bot", "monitor", "360JK"]],
    [`${chrome} AcmeNewsBot/1.0`, ["bot", "search_engine", "AcmeNewsBot"]],
    [`${chrome} Acme News/1.0 (+https://example.com)`, ["bot", "library", "Acme News"]],
    [`${chrome} Google-Acme`, ["bot", "library", "Google-Acme"]],
    [
      `Mozilla/5.0 (AcmeOS/1.0; U) ${engine} Chrome/80.0 AcmeChecker/2.0 +https://example.com/`,
      ["bot", "monitor", "AcmeChecker"],
    ],
    [`${chrome} Site24x7`, ["bot", "monitor", "Site24x7"]],
    [`${chrome} SITE24X7`, ["bot", "monitor", "SITE24X7"]],
    [`${chrome} ThousandEyes-Dragonfly-x1`, ["bot", "monitor", "ThousandEyes"]],
    [`${chrome} (compatible; acme.io/1.0)`, ["bot", "library", "acme.io"]],
    [`${chrome}; compatible; Acme Reader/1.0`, ["bot", "library", "Acme Reader"]],
    [`${chrome} Acme/1.0 +https://example.com/`, ["bot", "library", "Acme"]],
    [
      `Mozilla/5.0 (Linux; Android 9; Acmebot/1.0) ${engine} Chrome/80.0`,
      ["bot", "search_engine", "Acmebot"],
    ],
    [
      `Mozilla/5.0 (Linux; Android 9; Nexus 5X; compatible; Acmebot) ${engine}`,
      ["bot", "search_engine", "Acmebot"],
    ],
    [
      "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)",
      ["bot", "search_engine", "Sogou"],
    ],
  ])("%s", (userAgent, expected) => {
    expect(classOf(userAgent)).toEqual(expected);
  });

  test("are AI agents if they are editors with a coding agent, whatever the editor's name", () => {
    for (const editor of [
      "Code",
      "Code - Insiders",
      "Code - OSS",
      "VSCodium",
      "Cursor",
      "Windsurf",
      "Windsurf-Next",
      "Trae",
      "Kiro",
      "Antigravity",
      "Void",
      "Positron",
      "Theia",
    ])
      expect(
        classOf(`${chrome.replace("Chrome", `${editor}/1.10 Chrome`)} Electron/39.2.7`).slice(0, 2),
      ).toEqual(["ai", "coding_agent"]);
  });
});

test("an editor's name alone does not identify an editor", () => {
  expect(classOf(`Mozilla/5.0 (X11; Linux x86_64) ${engine} Void/1.0 Chrome/120.0`)).toEqual([
    "human",
    null,
    null,
  ]);
});

test("withoutDevice removes only the phone's model", () => {
  expect(withoutDevice("Mozilla/5.0 (Linux; Android 9; Spider 8 Build/X1; Acme/2) Chrome/80")).toBe(
    "Mozilla/5.0 (Linux; Android 9; Acme/2) Chrome/80",
  );
  expect(withoutDevice("Mozilla/5.0 (Windows NT 10.0) Chrome/80")).toBe(
    "Mozilla/5.0 (Windows NT 10.0) Chrome/80",
  );
});
