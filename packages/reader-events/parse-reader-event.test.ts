import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ReaderEventsError } from "./errors.ts";
import { parseReaderEvent } from "./parse-reader-event.ts";

const search = { type: "search", query: "deploy" };
const feedback = { type: "feedback", path: "/a", helpful: true };
const conversation = { type: "conversation", query: "Why?", response: "So.", resolutionStatus: "answered" };

describe("a reader event", () => {
  test.each([
    [
      { ...search, query: " a \n b " },
      { query: "a b", results: null, clicked: null },
    ],
    [{ ...search, query: "e\u0301" }, { query: "\u00e9" }],
    [
      { ...search, results: 0, clicked: "/x?y#z" },
      { results: 0, clicked: "/x?y#z" },
    ],
    [feedback, { path: "/a", helpful: true, comment: null, source: "thumbs_only" }],
    [
      { ...feedback, comment: " " },
      { comment: null, source: "thumbs_only" },
    ],
    [{ ...feedback, contact: "a@example.com" }, { source: "contextual" }],
    [{ ...feedback, comment: "No", code: "go()" }, { source: "code_snippet" }],
    [{ ...feedback, comment: "a\0\ud800" }, { comment: "a\ufffd\ufffd" }],
    [conversation, { responseType: "answer", sources: [], category: null, caller: "other" }],
    [{ ...conversation, sources: [{ url: "/a" }] }, { sources: [{ title: "/a", url: "/a" }] }],
  ])("%j becomes %j", (fields, event) => {
    expect(parseReaderEvent(fields).event).toMatchObject(event);
  });

  test.each([
    [{ ...search, url: "https://a.example/b", path: "/c" }, "https://a.example/b"],
    [{ ...search, path: "/c" }, "/c"],
    [search, null],
    [{ ...conversation, pageUrl: "/d" }, "/d"],
    [{ ...conversation, pageUrl: "/d", path: "/c" }, "/c"],
  ])("%j happened on page %j", (fields, target) => {
    expect(parseReaderEvent(fields).target).toBe(target);
  });

  test.each([
    [{ type: "search" }, "query is required and must be a non-blank string."],
    [{ ...search, query: "x".repeat(501) }, "query must have at most 500 characters."],
    [{ ...search, results: -1 }, "results must be a whole number from 0."],
    [{ ...search, clicked: "" }, "clicked must be a string of 1 to 16384 characters."],
    [{ ...feedback, path: undefined }, "path or url is required and must be a string."],
    [{ ...feedback, helpful: undefined }, "Feedback must have at least one of"],
    [{ ...feedback, helpful: 1 }, "helpful must be true or false."],
    [{ ...feedback, source: "web" }, "source must be one of code_snippet, contextual, agent, thumbs_only."],
    [{ ...conversation, response: "" }, "response is required and must be a string."],
    [{ ...conversation, resolutionStatus: null }, "resolutionStatus must be answered or unanswered."],
    [{ ...conversation, sources: [{ title: "a" }] }, "sources must be an array of at most 50 objects"],
  ])("%j is rejected: %s", (fields, message) => {
    expect(() => parseReaderEvent(fields)).toThrow(message);
  });

  test("is parsed or rejected with a sentence, whatever its fields are", () => {
    const fields = fc.record({
      type: fc.constantFrom("search", "feedback", "conversation"),
      path: fc.option(fc.anything(), { nil: "/a" }),
      query: fc.option(fc.anything(), { nil: "q" }),
      helpful: fc.option(fc.anything(), { nil: true }),
      response: fc.option(fc.anything(), { nil: "r" }),
      sources: fc.option(fc.anything(), { nil: [{ url: "/a" }] }),
      resolutionStatus: fc.constantFrom("answered", "x", 1),
    });
    fc.assert(
      fc.property(fields, (sent) => {
        try {
          expect(parseReaderEvent(sent).event.type).toBe(sent.type);
        } catch (error) {
          expect(error).toBeInstanceOf(ReaderEventsError);
          expect((error as ReaderEventsError).message).toMatch(/\.$/u);
        }
      }),
    );
  });
});
