import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createClassifier } from "../create-classifier.ts";
import { type AgentLists, openAgentLists } from "./agent-lists.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docwright-lists-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const clock = { now: () => Date.UTC(2026, 10, 21, 9) };
const classifier = createClassifier();
let problems: string[];
let asked: string[];

/** Opens lists with fake responses by URL; other URLs are unreachable. */
function open(answers: Readonly<Record<string, string>> = {}): AgentLists {
  problems = [];
  asked = [];
  return openAgentLists({
    folder: join(folder, "agent-lists"),
    clock,
    async fetchText(url) {
      asked.push(url);
      const answer = answers[url];
      if (answer === undefined) throw new Error("It cannot be reached.");
      return answer;
    },
    onChange: (published) => classifier.usePublished(published),
    onProblem: (problem) => problems.push(problem),
  });
}

const confidence = (userAgent: string, ip: string) =>
  classifier.classify({
    source: "log",
    userAgent,
    headers: null,
    ip,
    method: "GET",
    path: "/",
    authority: null,
    timeMs: clock.now(),
  }).classification.confidence;

const published = (...ranges: string[]) =>
  JSON.stringify({
    creationTime: "2026-11-20T00:00:00",
    prefixes: ranges.map((range) => (range.includes(":") ? { ipv6Prefix: range } : { ipv4Prefix: range })),
  });

describe("agent lists", () => {
  test("are those shipped with the package until newer lists are read", async () => {
    const lists = open({
      "https://openai.com/gptbot.json": published("8.8.8.0/24"),
      "https://duckduckgo.com/duckassistbot.json": published("9.9.9.9/32", "2620:fe::/48"),
    });
    expect(confidence("GPTBot/1.3", "20.171.206.7")).toBe("ip_verified");
    expect(confidence("DuckAssistBot/1.2", "9.9.9.9")).toBe("user_agent");

    const outcomes = await lists.refresh(new AbortController().signal);
    expect(outcomes.filter(({ problem }) => problem === null).map(({ name }) => name)).toEqual([
      "openai-gptbot",
      "duckduckgo-duckassistbot",
    ]);
    expect(outcomes.find(({ name }) => name === "agent.bot.goog")?.problem).toBe("It cannot be reached.");
    expect(asked).toContain("https://chatgpt.com/.well-known/http-message-signatures-directory");
    expect(lists.list().find(({ name }) => name === "openai-gptbot")).toMatchObject({
      date: "2026-11-21",
      entries: 1,
    });
    expect(confidence("GPTBot/1.3", "8.8.8.8")).toBe("ip_verified");
    expect(confidence("GPTBot/1.3", "20.171.206.7")).toBe("spoof_suspected");
    expect(confidence("DuckAssistBot/1.2", "2620:fe::9")).toBe("ip_verified");

    // Another process finds the refreshed lists in the folder.
    open();
    expect(confidence("GPTBot/1.3", "8.8.8.8")).toBe("ip_verified");
    expect(readdirSync(join(folder, "agent-lists")).sort()).toEqual([
      "duckduckgo-duckassistbot.json",
      "openai-gptbot.json",
    ]);
  });

  test("stay unchanged if an operator's response is not a valid list", async () => {
    const lists = open({
      "https://openai.com/gptbot.json": "<!doctype html><title>Just a moment</title>",
      "https://openai.com/searchbot.json": published("0.0.0.0/0"),
      "https://chatgpt.com/.well-known/http-message-signatures-directory": '{"keys":[]}',
    });
    const outcomes = await lists.refresh(new AbortController().signal);
    const problemOf = (name: string) => outcomes.find((outcome) => outcome.name === name)?.problem;
    expect(problemOf("openai-gptbot")).toBe("It is not valid JSON.");
    expect(problemOf("openai-searchbot")).toContain("is not a range of one operator's public addresses");
    expect(problemOf("chatgpt.com")).toContain("1 to 100 are expected");
    expect(confidence("GPTBot/1.3", "20.171.206.7")).toBe("ip_verified");
  });

  test("can be read from text, and problems with the text are reported", () => {
    const lists = open();
    expect(lists.take("openai-gptbot", published("8.8.4.0/24"))).toMatchObject({
      date: "2026-11-21",
      entries: 1,
    });
    expect(confidence("GPTBot/1.3", "8.8.4.4")).toBe("ip_verified");
    expect(() => lists.take("openai-gptbot", "{}")).toThrow(/not a valid list for openai-gptbot.*prefixes/u);
    expect(() => lists.take("../../etc/passwd", published("8.8.4.0/24"))).toThrow(/Unknown list/u);
  });

  test("a damaged file is reported and an outdated one ignored; the shipped list is used", () => {
    mkdirSync(join(folder, "agent-lists"));
    const write = (name: string, text: string) => writeFileSync(join(folder, "agent-lists", name), text);
    write("openai-gptbot.json", '{"date": "2026-11-');
    write("openai-searchbot.json", '{"date": "2020-01-01", "ranges": ["8.8.8.0/24"]}');
    write("notes.txt", "unread");
    open();
    expect(problems).toEqual(["openai-gptbot.json: It is not valid JSON."]);
    expect(confidence("GPTBot/1.3", "20.171.206.7")).toBe("ip_verified");
    expect(confidence("OAI-SearchBot/1.0", "8.8.8.8")).not.toBe("ip_verified");
  });

  test("an aborted refresh rejects with the reason", async () => {
    const stop = new AbortController();
    stop.abort(new Error("stopped"));
    await expect(open().refresh(stop.signal)).rejects.toThrow("stopped");
  });
});
