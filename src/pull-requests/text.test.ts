import fc from "fast-check";
import { markdownToMdast } from "satteri";
import { describe, expect, test } from "vitest";
import { limits as hostLimits } from "#codehosts";
import { anyText } from "../../test/support/any-text.ts";
import { cpuMsOf } from "../../test/support/cpu-time.ts";
import type { FileChange } from "../jobs/index.ts";
import { limits } from "../limits.ts";
import type { PullRequestSubject } from "./pull-request-text.ts";
import { describePullRequest, remarkedTitle } from "./text.ts";

const changed = (path: string, lines = 1): FileChange => ({
  path,
  previousPath: null,
  status: "modified",
  additions: lines,
  deletions: lines,
});

const subjectOf = (fields: Partial<PullRequestSubject> = {}): PullRequestSubject => ({
  jobId: "job_4fJ2k1Qm0ZxYtR8LwPba",
  title: "Rename Acme Console",
  requests: ["Rename Acme Console to Acme Dashboard everywhere."],
  summary: "Renamed it.",
  changes: [changed("docs/install.mdx")],
  checks: [{ name: "links-resolve", ok: true, message: "Links resolve: 12 checked, no new problems" }],
  problems: [],
  manual: [],
  notes: [],
  evidence: [],
  partial: null,
  followUp: { baseUrl: "http://127.0.0.1:4400", projectId: "prj_1" },
  ...fields,
});

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
}

/** Returns the body's Markdown nodes as a flat list. */
function nodesOf(body: string): readonly Node[] {
  const nodes: Node[] = [];
  const walk = (node: Node) => {
    nodes.push(node);
    for (const child of node.children ?? []) walk(child);
  };
  walk(markdownToMdast(body) as unknown as Node);
  return nodes;
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join("");
}

const headingsOf = (body: string) =>
  nodesOf(body)
    .filter(({ type }) => type === "heading")
    .map(textOf);

describe("the text for reviewers", () => {
  test("describes a small change in full", () => {
    const { title, body } = describePullRequest(
      subjectOf({
        changes: [
          {
            path: "docs/dashboard.mdx",
            previousPath: "docs/console.mdx",
            status: "renamed",
            additions: 3,
            deletions: 2,
          },
          changed("docs.json"),
          changed("docs/install.mdx", 2),
          { path: "docs/new.md", previousPath: null, status: "added", additions: 1200, deletions: 0 },
          { path: "docs/old.md", previousPath: null, status: "deleted", additions: 0, deletions: 7 },
          { path: "img/a.png", previousPath: null, status: "added", additions: 0, deletions: 0 },
        ],
      }),
    );
    expect(title).toBe("Rename Acme Console");
    expect(body).toBe(`Renamed it.

### Requests

\`\`\`text
Rename Acme Console to Acme Dashboard everywhere.
\`\`\`

### Changes

4 pages: 1 moved, 1 changed, 1 added, 1 deleted; 2 other files. 1,206 lines added, 12 removed.

**Moved pages**

- \`docs/console.mdx\` → \`docs/dashboard.mdx\` (+3 −2)

**Added pages**

- \`docs/new.md\` (+1,200 −0)

**Deleted pages**

- \`docs/old.md\` (+0 −7)

**Other files**

- \`docs.json\` (+1 −1)
- \`img/a.png\` added

**Changed pages**

- \`docs/install.mdx\` (+2 −2)

### Checks

1 check ran and found no new problems.

- ✅ Links resolve: 12 checked, no new problems

### Request more changes

Send the job a message to update this pull request. Commits that people push to the branch are kept.

\`\`\`sh
docwright job message job_4fJ2k1Qm0ZxYtR8LwPba "Also …"

curl -X POST 'http://127.0.0.1:4400/v2/agent/prj_1/job/job_4fJ2k1Qm0ZxYtR8LwPba/message' \\
  -H "Authorization: Bearer $DOCWRIGHT_API_KEY" -H "Content-Type: application/json" \\
  -d '{"prompt": "Also …"}'
\`\`\`
`);
  });

  test("puts warnings first", () => {
    const { title, body } = describePullRequest(
      subjectOf({
        partial: "The turn used all of its 50 steps.",
        problems: [{ path: "docs/a.mdx", line: 12, message: "The link to /b is broken." }],
        manual: [{ file: "docusaurus.config.js", line: 41, message: "Add guides/new to the sidebar." }],
        notes: ["The old screenshots still say Console."],
        evidence: ["The new name is from docs/brand.md."],
        checks: [
          { name: "a", ok: true, message: "Links resolve" },
          { name: "b", ok: false, message: "Anchors resolve: 1 new among 9" },
        ],
      }),
    );
    expect(title).toBe("[Partial] Rename Acme Console");
    expect(body.indexOf("> **This is only part of the requested work.** The turn used all")).toBe(0);
    expect(headingsOf(body)).toEqual([
      "Requests",
      "Changes",
      "Checks",
      "Remaining problems",
      "Manual edits needed",
      "For review",
      "Sources",
      "Request more changes",
    ]);
    expect(body).toContain("1 of 2 checks found new problems.");
    expect(body).toContain("- ❌ Anchors resolve: 1 new among 9");
    expect(body).toContain("- `docs/a.mdx:12`: The link to /b is broken.");
    expect(body).toContain("- `docusaurus.config.js:41`: Add guides/new to the sidebar.");
  });

  test("counts 500 changed pages by folder and lists them all in a collapsed section", () => {
    const changes = Array.from({ length: 500 }, (_, n) =>
      changed(`docs/${["guides", "api/v2"][n % 2]}/page-${n}.mdx`),
    );
    const { body } = describePullRequest(subjectOf({ changes }));
    expect(body).toContain("500 pages changed. 500 lines added, 500 removed.");
    expect(body).toContain(
      "- `docs/api/v2/`: 250 pages (+250 −250)\n- `docs/guides/`: 250 pages (+250 −250)",
    );
    expect(body).toContain("<details>\n<summary>All 500 changed pages</summary>");
    for (const { path } of changes) expect(body).toContain(`\`${path}\``);
    expect(body.length).toBeLessThan(hostLimits.bodyCharsMax);
  });

  test("does not collapse 25 changed pages", () => {
    const changes = Array.from({ length: 25 }, (_, n) => changed(`docs/page-${n}.mdx`));
    expect(describePullRequest(subjectOf({ changes })).body).not.toContain("<details>");
  });

  test("lists every request and collapses those between the first and the last", () => {
    const requests = ["Rename it", "The sidebar too", "And the titles"];
    const three = describePullRequest(subjectOf({ requests })).body;
    expect(three).toContain(
      "Request:\n\n```text\nRename it\n```\n\nFollow-up 1:\n\n```text\nThe sidebar too\n```\n\nFollow-up 2:",
    );
    expect(three).not.toContain("<details>");
    const five = describePullRequest(subjectOf({ requests: [...requests, "More", "Last"] })).body;
    expect(five).toContain("<summary>3 earlier follow-ups</summary>");
    expect(five.indexOf("</details>")).toBeLessThan(five.indexOf("Follow-up 4:\n\n```text\nLast"));
  });

  test("cuts a long request and reports how many characters are missing", () => {
    const { body } = describePullRequest(subjectOf({ requests: ["x".repeat(30_000)] }));
    expect(body).toContain("See the job's messages for the remaining 25200 characters.");
  });

  test("accepts an empty title, summary and lists", () => {
    const { title, body } = describePullRequest(
      subjectOf({ title: " \n", requests: [], summary: null, changes: [], checks: [] }),
    );
    expect(title).toBe("Update the documentation");
    expect(body).toContain("No files differ from the base.");
    expect(body).toContain("No checks were run.");
  });

  test("keeps only paragraphs, lists, code and bold text from a model's Markdown", () => {
    const summary = [
      "# Done",
      "Renamed **Acme Console** in `docs/a.mdx`, see [the page](/dashboard).",
      "",
      "- one",
      "  - two, `a``b`",
      "1. three",
      "",
      "~~~html",
      "<b>```</b>",
      "~~~",
      "> quoted <img src=x> ![x](http://evil.example/x.png)",
    ].join("\r\n");
    const { body } = describePullRequest(subjectOf({ summary }));
    expect(body.slice(0, body.indexOf("### Requests"))).toBe(
      [
        "**Done**",
        "Renamed **Acme Console** in `docs/a.mdx`, see the page (`/dashboard`).",
        "",
        "- one",
        "  - two, ```a``b```",
        "- three",
        "",
        "````text",
        "<b>```</b>",
        "````",
        "",
        "\\> quoted \\<img src=x\\> !x (`http://evil.example/x.png`)",
        "",
        "",
      ].join("\n"),
    );
  });
});

describe("hostile text", () => {
  const pieces =
    "` `` ``` ```` ~~~ * ** _ __ [ ] ( ) ![x](http://evil.example/x.png) [x](javascript:alert(1)) <b> </details> " +
    "<!-- --> <script> <details> <summary> > # ## ### - + 1. 1) === --- | |- @acme @acme/docs me@example.com #1 GH-1 " +
    "acme/docs#1 !1 &1 %1 ~bug $1 $x$ fixes: Closes https://example.com/acme/docs/issues/1 www.example.com ftp://x " +
    "/close /merge [^1] [^1]: [a]: \\ \\\\ \u202e \u0000 \u001b[31m \u2028 \u200b \ud800 ☃ a b word ``` &lt; &#64;";
  const piece = fc.oneof(
    fc.constantFrom(
      ...pieces.split(" "),
      "\n",
      "\r\n",
      "\n\n",
      "    ",
      "\t",
      " ",
      " ",
      "\n# ",
      "\n- ",
      "\n```\n",
    ),
    anyText({ maxLength: 6 }),
  );
  const text = fc.array(piece, { maxLength: 25 }).map((all) => all.join(""));
  const path = text.filter((t) => t !== "");
  const subject: fc.Arbitrary<PullRequestSubject> = fc.record({
    jobId: fc.constant("job_1"),
    title: text,
    requests: fc.array(text, { minLength: 1, maxLength: 6 }),
    summary: fc.oneof(text, fc.constant(null)),
    changes: fc.array(
      fc.record({
        path,
        previousPath: fc.oneof(path, fc.constant(null)),
        status: fc.constantFrom("added", "modified", "deleted", "renamed"),
        additions: fc.nat(9),
        deletions: fc.nat(9),
      }),
      { maxLength: 30 },
    ),
    checks: fc.array(fc.record({ name: text, ok: fc.boolean(), message: text }), { maxLength: 3 }),
    problems: fc.array(fc.record({ path, line: fc.constantFrom(null, 7), message: text }), { maxLength: 3 }),
    manual: fc.array(
      fc.record({ file: fc.oneof(path, fc.constant(null)), line: fc.constantFrom(null, 7), message: text }),
      {
        maxLength: 3,
      },
    ),
    notes: fc.array(text, { maxLength: 3 }),
    evidence: fc.array(text, { maxLength: 3 }),
    partial: fc.oneof(text, fc.constant(null)),
    followUp: fc.constant({ baseUrl: "https://docwright.example.com", projectId: "prj_1" }),
  });

  const titles = [
    "Requests",
    "Changes",
    "Checks",
    "Remaining problems",
    "Manual edits needed",
    "For review",
    "Sources",
    "Request more changes",
  ];
  const allowed = new Set(
    "root paragraph heading text strong list listItem code inlineCode html blockquote break".split(" "),
  );
  /** Syntax that code hosts act on in text, but not in code. */
  const acts =
    /(?:^|[^\p{L}\p{N}])@[\p{L}\p{N}]|#[0-9]|(?:^|\W)[!&$][0-9]|(?:^|\W)[%~][\p{L}\p{N}"]|GH-[0-9]|:\/\/|www\.|[\w.]@[\w]/iu;

  test("cannot break out, mention people, create references or links, or become HTML", () => {
    fc.assert(
      fc.property(subject, (hostile) => {
        const { body } = describePullRequest(hostile);
        const nodes = nodesOf(body);
        expect(nodes.map(({ type }) => type).filter((type) => !allowed.has(type))).toEqual([]);
        const headings = nodes.filter(({ type }) => type === "heading");
        expect(headings.every(({ depth }) => depth === 3)).toBe(true);
        expect(headings.map(textOf)).toEqual(titles.filter((title) => headings.map(textOf).includes(title)));
        expect(headings.map(textOf)).toEqual(expect.arrayContaining(["Requests", "Changes", "Checks"]));
        for (const { value = "" } of nodes.filter(({ type }) => type === "html"))
          expect(value.trim()).toMatch(/^(?:<details>\n<summary>[\w ,-]+<\/summary>|<\/details>)$/u);
        for (const { value = "" } of nodes.filter(({ type }) => type === "text"))
          expect(value).not.toMatch(acts);
        expect(body).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n\t]/u);
        expect(body.isWellFormed()).toBe(true);
        expect(nodes.filter(({ type }) => type === "blockquote").length).toBeLessThan(2);
      }),
      { numRuns: 1500 },
    );
  });

  test.for([
    "Words\n- \u0000",
    "Words\n1. \u200b",
    "# \u0000",
    "**\u2060**",
    "**\ufe0f**",
    "\u00ad\n# \u00ad",
  ])("creates no invisible heading, list item or bold text in the summary %j", (summary) => {
    const { body } = describePullRequest(subjectOf({ summary }));
    const [before = ""] = body.split("### Requests");
    expect(nodesOf(before).map(({ type }) => type)).not.toContain("heading");
    expect(nodesOf(before).map(({ type }) => type)).not.toContain("thematicBreak");
  });

  test("is quoted verbatim in a request", () => {
    const visible = fc
      .array(fc.constantFrom(..."`~#@<>*_[] \nab".split("")), { maxLength: 60 })
      .map((c) => c.join(""));
    fc.assert(
      fc.property(visible, (request) => {
        const { body } = describePullRequest(subjectOf({ requests: [request], summary: null }));
        const code = nodesOf(body).find(({ type }) => type === "code");
        expect(code?.value).toBe(request.trim().replace(/`{31,}/gu, (run) => `${run.slice(0, 30)}…`));
      }),
    );
  });

  test("becomes a title of one line, at most 200 characters, without mentions", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), fc.boolean(), (parts, whole) => {
        const partial = whole ? null : "cut";
        const { title } = describePullRequest(subjectOf({ title: parts.join(" "), partial }));
        expect(title.length).toBeLessThanOrEqual(limits.pullRequests.titleCharsMax);
        expect(title).toMatch(/^\S.*\S$|^\S$/u);
        expect(title).not.toMatch(/@[\p{L}\p{N}]|#[0-9]|:\/\/|\p{Cc}|[\u202a-\u202e]/u);
        expect(title.isWellFormed()).toBe(true);
      }),
    );
  });

  test.for([
    ["Fix #12 for @ana:  `x`", null, "Fix #12 for @ana:  `x`"],
    ["Fix #12", "cut", "[Partial] Fix #12"],
    ["[Partial] Fix #12", "cut", "[Partial] Fix #12"],
    ["[Partial] Fix #12", null, "Fix #12"],
  ] as const)(
    "in the title %j stays unchanged on the host, except for the partial-work marker",
    ([title, partial, expected]) => {
      expect(remarkedTitle(title, { partial })).toBe(expected);
    },
  );

  test("of any length leaves the body within the limit", () => {
    const huge = fc.constantFrom(
      "`".repeat(40_000),
      "@a ".repeat(15_000),
      "<>&*_[]`~|$\\".repeat(3500),
      "- x\n".repeat(10_000),
      "```\n".repeat(8000),
      "a\n\n".repeat(12_000),
      "\u202e".repeat(40_000),
    );
    const longPath = fc.constantFrom("p".repeat(1000), "`".repeat(1000), "a/".repeat(500));
    fc.assert(
      fc.property(huge, huge, longPath, fc.integer({ min: 1, max: 120 }), (one, two, longName, count) => {
        const times = <T>(make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
        const { body } = describePullRequest(
          subjectOf({
            requests: times((n) => (n % 2 === 0 ? one : two)),
            summary: one,
            changes: times((n) => changed(`${longName}${n}.md`)),
            checks: times(() => ({ name: "x", ok: false, message: two })),
            problems: times(() => ({ path: longName, line: 1, message: one })),
            manual: times(() => ({ file: longName, line: 1, message: two })),
            notes: times(() => one),
            evidence: times(() => two),
            partial: one,
          }),
        );
        // A host would cut off the end, which contains the checks and the follow-up commands.
        expect(body.length).toBeLessThanOrEqual(hostLimits.bodyCharsMax);
        expect(headingsOf(body).at(-1)).toBe("Request more changes");
      }),
      { numRuns: 60 },
    );
  });

  test("takes time proportional to its length", () => {
    const ms = cpuMsOf(() => {
      for (const unit of ["`a", "** ", "[a](", "`".repeat(2), "@", "#1", "[", "**a", "1. ", "```x\n"])
        describePullRequest(subjectOf({ summary: unit.repeat(10_000), requests: [unit.repeat(10_000)] }));
    });
    expect(ms).toBeLessThan(2000);
  });
});
