import { limits } from "../limits.ts";
import { fillTemplate } from "../std/template.ts";
import { changeList } from "./change-list.ts";
import { boundedLines, codeBlock, codeSpan, cut, plain, plainTitle } from "./markdown.ts";
import type { FollowUp, PullRequestSubject, PullRequestText } from "./pull-request-text.ts";
import { requestList } from "./request-list.ts";
import { summaryMarkdown } from "./summary-markdown.ts";

const { bodyCharsMax } = limits.codehost;
const { pullRequestTitleCharsMax } = limits.policy;

/** What each part may take of the body. The list of changes has what the others leave, and always this much. */
const shares = {
  requests: 0.15,
  summary: 0.15,
  checks: 0.06,
  problems: 0.1,
  manual: 0.06,
  notes: 0.06,
  evidence: 0.04,
  changes: 0.3,
} as const;

const sentenceCharsMax = 500;

/**
 * Title and body of a pull request. Pure: the same subject gives the same text. Whatever stands in the subject, the
 * body's structure is the one below, it pings nobody, refers to nothing, and fits on every host. A project's template
 * puts the body's parts in another order, or leaves some out; its own words are the project's, and stay as they are.
 */
export function describePullRequest(subject: PullRequestSubject, template = "{{body}}"): PullRequestText {
  return { title: pullRequestTitle(subject), body: pullRequestBody(subject, template) };
}

const partialMark = "[Partial] ";

function pullRequestTitle({ title, partial }: PullRequestSubject): string {
  const mark = partial === null ? "" : partialMark;
  return cut(mark + (plainTitle(title) || "Update the documentation"), pullRequestTitleCharsMax);
}

/** The words of a title on the host, as whoever wrote them wrote them: without the mark of work that is partial. */
export function titleWords(title: string): string {
  return title.startsWith(partialMark) ? title.slice(partialMark.length) : title;
}

/** The title of one that is open already: only its mark is put there or taken away. */
export function remarkedTitle(title: string, { partial }: Pick<PullRequestSubject, "partial">): string {
  return partial === null ? titleWords(title) : partialMark + titleWords(title);
}

function pullRequestBody(subject: PullRequestSubject, template: string): string {
  const remarks = joined([
    section("Problems that are left", list(problemItems(subject), "problems")),
    section("To be edited by a person", list(manualItems(subject), "manual")),
    section("Please look at", list(subject.notes.map(sentence), "notes")),
    section("Where the facts come from", list(subject.evidence.map(sentence), "evidence")),
  ]);
  const parts = {
    warnings: warning(subject),
    summary: subject.summary === null ? "" : boundedSummary(subject.summary),
    requests: section("What was asked", requestList(subject.requests, partOf("requests"))),
    checks: section("Checks", checkList(subject)),
    remarks,
    followUp: section("How to ask for more", followUp(subject.jobId, subject.followUp)),
  };
  const others = joined(Object.values(parts)).length + template.length;
  const left = bodyCharsMax - others - "### What changed\n\n\n\n".length;
  const changes = section("What changed", changeList(subject.changes, Math.max(partOf("changes"), left)));
  const { warnings, summary, requests, checks } = parts;
  const body = joined([warnings, summary, requests, changes, checks, remarks, parts.followUp]);
  const paragraphs = template.split(/\n{2,}/u).map((text) => fillTemplate(text, { ...parts, changes, body }));
  // A template that names a part twice can make it longer than what was shared out.
  return `${cut(joined(paragraphs), bodyCharsMax - 1)}\n`;
}

function joined(parts: readonly string[]): string {
  return parts.filter((text) => text.trim() !== "").join("\n\n");
}

function partOf(part: keyof typeof shares): number {
  return Math.floor(bodyCharsMax * shares[part]);
}

function section(title: string, content: string): string {
  return content === "" ? "" : `### ${title}\n\n${content}`;
}

function list(items: readonly string[], part: keyof typeof shares): string {
  return boundedLines(
    items.map((item) => `- ${item}`),
    { charsMax: partOf(part), more: (left) => `- … and ${left} more` },
  );
}

function sentence(text: string): string {
  return plain(cut(text, sentenceCharsMax));
}

/** What a reviewer must not overlook, before all else. */
function warning({ partial, problems, manual }: PullRequestSubject): string {
  const lines = [
    ...(partial === null ? [] : [`**This is a part of what was asked.** ${sentence(partial)}`]),
    ...(problems.length === 0 ? [] : [`**New problems are left:** ${problems.length}, listed below.`]),
    ...(manual.length === 0 ? [] : [`**A person has to edit something:** see below.`]),
  ];
  return lines.map((line) => `> ${line}`).join("\n>\n");
}

function problemItems({ problems }: PullRequestSubject): readonly string[] {
  return problems.map(({ path, line, message }) => `${place(path, line)}: ${sentence(message)}`);
}

function manualItems({ manual }: PullRequestSubject): readonly string[] {
  return manual.map(({ file, line, message }) =>
    file === null ? sentence(message) : `${place(file, line)}: ${sentence(message)}`,
  );
}

function place(path: string, line: number | null): string {
  return codeSpan(line === null ? path : `${path}:${line}`);
}

/** Cut until it fits: making text safe makes it longer, by how much depends on the text. */
function boundedSummary(summary: string): string {
  const charsMax = partOf("summary");
  let chars = charsMax;
  let markdown = summaryMarkdown(cut(summary.trim(), chars));
  while (markdown.length > charsMax) {
    chars = Math.floor(chars / 2);
    markdown = summaryMarkdown(cut(summary.trim(), chars));
  }
  return markdown;
}

function checkList({ checks }: PullRequestSubject): string {
  if (checks.length === 0) return "No checks were run.";
  const failed = checks.filter(({ ok }) => !ok).length;
  const ran = checks.length === 1 ? "1 check" : `${checks.length} checks`;
  const verdict =
    failed === 0
      ? `${ran} ran: nothing is broken that was not broken before.`
      : `${failed} of ${ran} found new problems.`;
  const lines = checks.map(({ ok, message }) => `${ok ? "✅" : "❌"} ${sentence(message)}`);
  return `${verdict}\n\n${list(lines, "checks")}`;
}

/** By the command line, and by the interface: the same branch, the same pull request. */
function followUp(jobId: string, { baseUrl, projectId }: FollowUp): string {
  const url = `${baseUrl.replaceAll("'", "%27")}/v2/agent/${projectId}/job/${jobId}/message`;
  const commands = [
    `docwright job message ${jobId} "Also …"`,
    "",
    `curl -X POST '${url}' \\`,
    '  -H "Authorization: Bearer $DOCWRIGHT_API_KEY" -H "Content-Type: application/json" \\',
    `  -d '{"prompt": "Also …"}'`,
  ];
  const lead =
    "A message to the job is carried out on this branch and updates this pull request. " +
    "Commits that people push to the branch stay.";
  return `${lead}\n\n${codeBlock(commands.join("\n"), "sh")}`;
}
