import { expect, test } from "vitest";
import { type Channel, channelOf, isSiteName, siteNameOf } from "./channels.ts";

test.each<[referrer: string, Channel]>([
  ["", "direct"],
  ["chatgpt.com", "ai_assistant"],
  ["chat.openai.com", "ai_assistant"],
  ["com.openai.chatgpt", "ai_assistant"],
  ["perplexity.ai", "ai_assistant"],
  ["gemini.google.com", "ai_assistant"],
  ["copilot.microsoft.com", "ai_assistant"],
  ["edgeservices.bing.com", "ai_assistant"],
  ["google.com", "search"],
  ["google.co.uk", "search"],
  ["google.com.au", "search"],
  ["news.google.com", "search"],
  ["com.google.android.googlequicksearchbox", "search"],
  ["mail.google.com", "other"],
  ["cn.bing.com", "search"],
  ["yandex.com.tr", "search"],
  ["GOOGLE.de", "search"],
  ["old.reddit.com", "social"],
  ["t.co", "social"],
  ["news.ycombinator.com", "social"],
  ["ycombinator.com", "other"],
  ["netflix.com", "other"],
  ["notgoogle.com", "other"],
  ["google.com.example.org", "other"],
  ["google.example.org", "other"],
  ["google", "other"],
  ["google.", "other"],
  [".", "other"],
  ["..google.com", "search"],
  ["(other sites)", "other"],
  ["https://chatgpt.com/", "other"],
  ["constructor", "other"],
])("%s is in the channel %s", (referrer, channel) => {
  expect(channelOf(referrer)).toBe(channel);
});

test.each(["x", ".", "google.", ".google"])(
  "text of 2,048 characters, repeating %s, is no known site",
  (part) => {
    expect(channelOf(part.repeat(2048 / part.length))).toBe("other");
  },
);

test("a site has one name for all its hosts", () => {
  expect(["chatgpt.com", "chat.openai.com", "com.openai.chatgpt"].map(siteNameOf)).toEqual(
    Array(3).fill("chatgpt"),
  );
  expect(siteNameOf("example.org")).toBe(null);
  expect(["ChatGPT", "chatgpt", "example", "constructor"].map(isSiteName)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
