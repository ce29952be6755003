import { blobId } from "#repositories";
import { limits } from "../../../src/limits.ts";
import type { Answer, SentCall } from "./answer.ts";
import { keys, type Script } from "./server.ts";

const home = "---\ntitle: Home\n---\n\nFirst line.\n\nSecond “line”.\n\nThird line.\n";
export const pages = {
  "docs.json": `${JSON.stringify({ name: "Acme", navigation: { pages: ["index", "other"] } }, null, 2)}\n`,
  "index.mdx": home,
  "other.mdx": "---\ntitle: Other\n---\n\nSee [home](/).\n",
};

const hash = blobId(Buffer.from(home));
const editInput = (from: string, to: string) => ({
  path: "index.mdx",
  hash,
  edits: [{ old: from, new: to }],
});
const call = (name: string, input: unknown): SentCall => ({ name, input });
const edit: SentCall = call("edit", editInput("First line.", "A line."));
const calls = (...made: SentCall[]): Answer => ({ calls: made });
const finish: SentCall = call("finish", { summary: "Done as asked." });
/** The last reply, which says that the work is done. */
export const finished: Answer = calls(finish);
const edited: Answer[] = [calls(edit), calls(finish)];
const soon = { "retry-after-ms": "5" };
const overflow: Answer = {
  status: 400,
  code: "context_length_exceeded",
  message:
    "prompt is too long: 213462 tokens > 200000 maximum; the input token count (213462) exceeds the maximum",
};

export interface Scenario {
  /** The model's behavior, as the end of a title that starts with "a model that". */
  readonly name: string;
  /** The n-th entry is the response to the n-th request; a function receives the request. */
  readonly answers: readonly Answer[] | Script;
  readonly expect: Expected;
  /** Google's calls are objects on the wire, so they contain no JSON to break. */
  readonly onlyJson?: boolean;
}

interface Expected {
  readonly status: "completed" | "failed";
  readonly failure?: string;
  /** The fifth line of the page on the branch, or null if nothing was pushed. */
  readonly line: string | null;
  readonly requests?: number;
  /** The statuses in the job's retry events. */
  readonly retried?: readonly number[];
  /** Text that the last request contains. */
  readonly sent?: string;
  readonly said?: string;
}

const done = (line: string | null, more: Partial<Expected> = {}): Expected => ({
  status: "completed",
  line,
  ...more,
});
const failed = (failure: string, more: Partial<Expected> = {}): Expected => ({
  status: "failed",
  failure,
  line: null,
  ...more,
});

/** Behavior that occurs in real language models and their servers. Each scenario runs until its job ends. */
export const scenarios: readonly Scenario[] = [
  { name: "edits and finishes", answers: edited, expect: done("A line.", { requests: 2 }) },
  {
    name: "writes text beside its calls",
    answers: [{ say: "I will change the first line.", calls: [edit] }, calls(finish)],
    expect: done("A line.", { sent: "I will change the first line." }),
  },
  {
    name: "makes several calls at once",
    answers: [
      calls(call("read", { path: "index.mdx" }), call("read", { path: "/other" }), edit),
      calls(finish),
    ],
    expect: done("A line.", { sent: "See [home](/)." }),
  },
  {
    name: "makes all calls in one reply",
    answers: [calls(edit, finish)],
    expect: done("A line.", { requests: 1 }),
  },
  {
    name: "changes nothing",
    answers: [calls(call("finish", { summary: "Nothing to do." }))],
    expect: done(null, { said: "Nothing to do." }),
  },
  {
    name: "only talks, twice",
    answers: [{ say: "There is nothing to change." }, { say: "Really, nothing." }],
    expect: done(null, { requests: 2, said: "Really, nothing." }),
  },
  {
    name: "only talks, then continues",
    answers: [{ say: "I will edit now." }, ...edited],
    expect: done("A line.", { requests: 3, sent: "You called no tool" }),
  },
  {
    name: "reasons up to its output limit, then continues",
    answers: [{ thinks: "Hm, what is there to", ends: "length" }, ...edited],
    expect: done("A line.", { requests: 3, sent: "Your reply was cut off" }),
  },
  { name: "sends empty replies", answers: [{}, {}], expect: failed("model_error", { requests: 2 }) },
  {
    name: "calls a tool that does not exist",
    answers: [calls(call("bash", { command: "rm -rf /" })), ...edited],
    expect: done("A line.", { requests: 3, sent: "There is no tool" }),
  },
  {
    name: "misspells a tool's name",
    answers: [calls(call("functions.Edit", edit.input)), calls(finish)],
    expect: done("A line.", { requests: 2 }),
  },
  {
    name: "omits a field",
    answers: [calls(call("edit", { path: "index.mdx", edits: [] })), ...edited],
    expect: done("A line.", { requests: 3, sent: "The input of edit is invalid" }),
  },
  {
    name: "sends a list as a string",
    answers: [
      calls(call("edit", { ...editInput("", ""), edits: '[{"old":"First line.","new":"A line."}]' })),
      calls(finish),
    ],
    expect: done("A line.", { requests: 2 }),
  },
  {
    name: "sends null for omitted fields, and a number as a string",
    answers: [calls(call("read", { path: "index.mdx", startLine: "5", lines: null }), edit), calls(finish)],
    expect: done("A line.", { requests: 2, sent: "Second" }),
  },
  {
    name: "sends a truncated input",
    answers: [
      calls(call("edit", '{"path":"index.mdx","edits":[{"old":"First line.","new":"Half')),
      ...edited,
    ],
    expect: done("A line.", { requests: 3, sent: "Send the complete call again" }),
    onlyJson: true,
  },
  {
    name: "sends an input in a code fence",
    answers: [calls(call("edit", `\`\`\`json\n${JSON.stringify(edit.input)}\n\`\`\``)), calls(finish)],
    expect: done("A line.", { requests: 2 }),
    onlyJson: true,
  },
  {
    name: "sends raw line breaks and a trailing comma",
    answers: [
      calls(
        call(
          "edit",
          `{"path":"index.mdx","hash":"${hash}","edits":[{"old":"First line.\n\nSecond","new":"A line.\n\nSecond",},]}`,
        ),
      ),
      calls(finish),
    ],
    expect: done("A line.", { requests: 2 }),
    onlyJson: true,
  },
  {
    name: "sends two edits of one file side by side",
    answers: [
      calls(edit, call("edit", editInput("Third line.", "C line.")), call("diff", {})),
      calls(finish),
    ],
    expect: done("A line.", { requests: 2, sent: "+C line." }),
  },
  {
    name: "finishes in the same step as a failed edit",
    answers: [calls(call("edit", editInput("No such line.", "x")), finish), ...edited],
    expect: done("A line.", { requests: 3, sent: "finish was not carried out, because edit failed" }),
  },
  {
    name: "quotes a text that is not on the page",
    answers: [calls(call("edit", editInput('Second "line".', "x"))), ...edited],
    expect: done("A line.", { requests: 3, sent: "7\\tSecond “line”." }),
  },
  {
    name: "uses a stale hash",
    answers: [calls(call("edit", { ...editInput("First", "x"), hash: "0".repeat(40) })), ...edited],
    expect: done("A line.", { requests: 3, sent: "is stale" }),
  },
  {
    name: "breaks a link and fixes it after the check",
    answers: [
      calls(call("edit", editInput("First line.", "[A line](/gone)")), finish),
      (() => {
        const broken = blobId(Buffer.from(home.replace("First line.", "[A line](/gone)")));
        return calls(
          call("edit", {
            path: "index.mdx",
            hash: broken,
            edits: [{ old: "[A line](/gone)", new: "A line." }],
          }),
          finish,
        );
      })(),
    ],
    expect: done("A line.", { requests: 2, sent: "The checks found problems" }),
  },
  {
    name: "obeys an order to change workflows",
    answers: [
      calls(call("write", { path: ".github/workflows/x.yml", text: "on: push\n" }), edit, finish),
      calls(finish),
    ],
    expect: done("A line.", { requests: 2, sent: ".github/workflows/x.yml is in a hidden folder" }),
  },
  {
    name: "repeats one call endlessly",
    answers: () => calls(call("read", { path: "index.mdx" })),
    expect: failed("budget_exceeded", {
      requests: 2 * limits.turn.sameCallsMax,
      sent: "You made the same call",
    }),
  },
  {
    name: "alternates between two calls",
    answers: (_asked, request) =>
      calls(call("read", { path: request % 2 === 0 ? "index.mdx" : "other.mdx" })),
    expect: failed("budget_exceeded", { sent: "You are alternating between the same" }),
  },
  {
    name: "is rate-limited for a number of milliseconds",
    answers: [{ status: 429, headers: soon }, ...edited],
    expect: done("A line.", { requests: 3 }),
  },
  {
    name: "is rate-limited for a second",
    answers: [{ status: 429, headers: { "retry-after": "1" } }, ...edited],
    expect: done("A line.", { requests: 3 }),
  },
  {
    name: "is rate-limited during the work",
    answers: [calls(edit), { status: 429, headers: soon }, calls(finish)],
    expect: done("A line.", { requests: 3, retried: [429] }),
  },
  {
    name: "is rate-limited for an hour",
    answers: [{ status: 429, message: "Quota used up", headers: { "retry-after": "3600" } }],
    expect: failed("model_error", { requests: 1, retried: [] }),
  },
  {
    name: "fails once",
    answers: [{ status: 500, headers: soon }, ...edited],
    expect: done("A line.", { requests: 3 }),
  },
  {
    name: "is overloaded",
    answers: [{ status: 529, headers: soon }, { status: 503, headers: soon }, ...edited],
    expect: done("A line.", { requests: 4, retried: [529, 503] }),
  },
  {
    name: "is behind a proxy that responds in HTML",
    answers: [{ status: 502, headers: soon, body: "<html>Bad gateway</html>" }, ...edited],
    expect: done("A line.", { requests: 3 }),
  },
  {
    name: "keeps failing",
    answers: () => ({ status: 500, message: "The server had an error", headers: soon }),
    expect: failed("model_error", {
      requests: limits.models.triesMax,
      retried: [500, 500, 500, 500, 500, 500],
    }),
  },
  {
    name: "rejects the request as invalid",
    answers: [{ status: 400, message: "tools.3: not supported" }],
    expect: failed("model_error", { requests: 1 }),
  },
  {
    name: "rejects the key",
    answers: [{ status: 401, message: `Incorrect API key provided: ${keys.openai} ${keys.anthropic}` }],
    expect: failed("model_error", { requests: 1 }),
  },
  {
    name: "has no credit left, and calls that a rate limit",
    answers: [{ status: 429, body: '{"error":{"message":"Quota","code":"insufficient_quota"}}' }],
    expect: failed("model_error", { requests: 1 }),
  },
  { name: "has no credit left", answers: [{ status: 402 }], expect: failed("model_error", { requests: 1 }) },
  {
    name: "is forbidden, and repeats the key",
    answers: ({ headers }) => ({
      status: 403,
      message: ["x-api-key", "authorization", "x-goog-api-key"]
        .map((name) => String(headers[name]))
        .join(" "),
    }),
    expect: failed("model_error", { requests: 1 }),
  },
  {
    name: "does not exist",
    answers: [{ status: 404, message: "no such model" }],
    expect: failed("model_error", { requests: 1 }),
  },
  {
    name: "redirects",
    answers: [{ status: 302, headers: { location: "http://127.0.0.1:9/" } }],
    expect: failed("model_error", { requests: 1 }),
  },
  {
    name: "is cut off before the first word",
    answers: [{ calls: [edit], breaks: { how: "cut", after: 0 } }, ...edited],
    expect: done("A line.", { requests: 3 }),
  },
  {
    name: "is cut off in the middle of a call",
    answers: [{ say: "Now.", calls: [edit], breaks: { how: "cut", after: 4 } }, ...edited],
    expect: done("A line.", { requests: 3 }),
    onlyJson: true,
  },
  {
    name: "is cut off before the last word",
    answers: [{ say: "Now.", calls: [finish], breaks: { how: "cut", after: 2 } }, ...edited],
    expect: done("A line.", { requests: 3 }),
  },
  {
    name: "ends its stream in the middle without an error",
    answers: [{ say: "Now I will do as asked.", calls: [edit], breaks: { how: "end", after: 2 } }, ...edited],
    expect: done("A line.", { requests: 3 }),
  },
  {
    name: "never starts its reply",
    answers: [{ breaks: { how: "stall", after: 0 } }, ...edited],
    expect: done("A line.", { requests: 3 }),
  },
  {
    name: "stalls in the middle",
    answers: [{ say: "Now.", calls: [edit], breaks: { how: "stall", after: 2 } }, ...edited],
    expect: done("A line.", { requests: 3 }),
  },
  {
    name: "sends invalid JSON",
    answers: [{ say: "Now.", calls: [edit], breaks: { how: "garbage", after: 2 } }, ...edited],
    expect: done("A line.", { requests: 3 }),
  },
  {
    name: "reports an error in the middle of the stream",
    answers: [{ say: "Now.", calls: [edit], breaks: { how: "error", after: 2 } }, ...edited],
    expect: done("A line.", { requests: 3 }),
  },
  {
    name: "declines",
    answers: [{ say: "I cannot help with that.", ends: "refusal" }],
    expect: failed("model_refused", { requests: 1 }),
  },
  {
    name: "reaches its output limit in the middle of a text",
    answers: [{ say: "I will now explain at", ends: "length" }, ...edited],
    expect: done("A line.", { requests: 3, sent: "Your reply was cut off" }),
  },
  {
    name: "reaches its output limit repeatedly",
    answers: (_asked, request) => (request === 0 ? calls(edit) : { say: "Now I", ends: "length" }),
    expect: { status: "failed", failure: "budget_exceeded", line: "A line.", requests: 3 },
  },
  {
    name: "rejects the conversation as too long, and continues with a shorter one",
    answers: [calls(call("read", { path: "index.mdx" })), calls(edit), overflow, calls(finish)],
    expect: done("A line.", { requests: 4, sent: "The conversation was shortened" }),
  },
  {
    name: "rejects even the shortest conversation as too long",
    answers: (_asked, request) => (request === 0 ? calls(edit) : overflow),
    expect: failed("model_error"),
  },
];
