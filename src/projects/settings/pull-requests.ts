import { z } from "zod";
import { limits } from "../../limits.ts";
import { templateProblem } from "../../std/template.ts";
import { isBranchName } from "../branch-name.ts";

const { labelsMax, labelCharsMax, reviewersMax, reviewerCharsMax, authorCharsMax } = limits.pullRequests;
const { bodyTemplateCharsMax, titleTemplateCharsMax, branchTemplateCharsMax } = limits.pullRequests;

/** The variables of each template. Their values come from `agent/` and `pull-requests/`. */
const names = {
  title: ["title"],
  body: ["body", "warnings", "summary", "requests", "changes", "checks", "remarks", "followUp"],
  branch: ["slug", "id"],
} as const;

/** Characters that could disguise text in a list or end a line. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const oneLine = (charsMax: number) =>
  z
    .string("must be text")
    .max(charsMax, `must have at most ${charsMax} characters`)
    .refine((text) => text.isWellFormed() && !hidden.test(text), "must be one line of plain text");

function template(text: z.ZodType<string>, known: readonly string[]) {
  return text.superRefine((value, context) => {
    const problem = templateProblem(value, known);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });
}

/** Tests the template with the longest slug and a typical ID. */
function isBranchTemplate(text: string): boolean {
  const filled = text
    .replace(/\{\{\s*slug\s*\}\}/gu, "a".repeat(40))
    .replace(/\{\{\s*id\s*\}\}/gu, "0123abcd");
  return isBranchName(filled) && /\{\{\s*id\s*\}\}/u.test(text);
}

const label = oneLine(labelCharsMax)
  .min(1, "must not be empty")
  .refine((text) => !text.includes(","), "must not contain a comma");

const reviewer = z
  .string("must be text")
  .max(reviewerCharsMax, `must have at most ${reviewerCharsMax} characters`)
  .regex(
    /^(?:[\w.-]+(?:\/[\w.-]+)?|\{[0-9a-f-]{36}\}|[0-9]{1,20}:[0-9a-f-]{36})$/u,
    "must be a user name on the code host, or a team in the form organization/team",
  );

export const pullRequests = z.strictObject({
  draft: z
    .boolean("must be true or false")
    .default(false)
    .describe("Open pull requests as drafts, unless a job specifies otherwise."),
  labels: z
    .array(label, "must be a list of labels")
    .max(labelsMax, `must have at most ${labelsMax} labels`)
    .readonly()
    .default([])
    .describe("Labels for new pull requests. If the host rejects a label, the job's reply says so."),
  reviewers: z
    .array(reviewer, "must be a list of reviewers")
    .max(reviewersMax, `must have at most ${reviewersMax} reviewers`)
    .readonly()
    .default([])
    .describe(
      "Reviewers for new pull requests: user names on the code host, or teams in the form organization/team.",
    ),
  title: template(oneLine(titleTemplateCharsMax).min(1, "must not be empty"), names.title)
    .default("{{title}}")
    .describe("Title of new pull requests and commits. {{title}} is the agent's title for the change."),
  body: template(
    z
      .string("must be text")
      .max(bodyTemplateCharsMax, `must have at most ${bodyTemplateCharsMax} characters`)
      .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text), "must be plain text"),
    names.body,
  )
    .default("{{body}}")
    .describe(
      "Text of pull requests in Markdown. {{body}} is the whole text. To arrange its parts yourself, use {{warnings}}, {{summary}}, {{requests}}, {{changes}}, {{checks}}, {{remarks}} and {{followUp}}.",
    ),
  branch: template(oneLine(branchTemplateCharsMax), names.branch)
    .refine(isBranchTemplate, "must be a branch name that git accepts, with {{id}} in it")
    .default("docwright/{{slug}}-{{id}}")
    .describe(
      "Branch for jobs that specify none. {{slug}} is derived from the title. {{id}} is eight digits unique to the job.",
    ),
  updateBranch: z
    .boolean("must be true or false")
    .default(true)
    .describe(
      "Merge the base branch into the pull request's branch on every follow-up. Conflicts are reported in the reply and the pull request.",
    ),
  authorName: oneLine(authorCharsMax)
    .regex(/^[^<>]*[^<>\s.][^<>]*$/u, "must be a name")
    .default("Docwright")
    .describe("Author name of commits pushed with git."),
  authorEmail: z
    .string("must be an email address")
    .max(authorCharsMax, `must have at most ${authorCharsMax} characters`)
    .regex(/^[^\s<>@\p{C}]+@[^\s<>@\p{C}]+$/u, "must be an email address")
    .default("docwright@localhost")
    .describe(
      "Author email of commits. If an account on the code host has this address, the host shows the account's avatar.",
    ),
});
