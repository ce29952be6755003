import { limits } from "../../limits.ts";
import type { PullRequestView } from "../../pull-requests/index.ts";
import type { Diff, FileDiff } from "./diff.ts";
import { counts, renderFile } from "./diff-view.ts";
import { type Html, html } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";

const { openFilesMax, openFileLinesMax } = limits.pages;

/** Renders everything a reviewer needs: the description, checks, commits and the diff. */
export function renderPullRequest(view: PullRequestView, diff: Diff): Html {
  return html`<header class="top"><div class="wide">
<p class="crumb"><span class="brand">Docwright</span><bdi class="repository">${shortName(view.repositoryUrl)}</bdi></p>
<h1><bdi>${view.title}</bdi> <span class="number">#${view.number}</span></h1>
<p class="state">${badge(view)}<span class="branches"><code>${view.branch}</code> <span class="arrow" aria-label="into">→</span> <code>${view.base}</code></span><span class="when">opened ${time(view.createdAt)}</span></p>
</div></header>
<main class="wide">
<section class="card prose" aria-label="Description">
${renderMarkdown(view.body)}
</section>
<div class="pair">
${checks(view)}
${commits(view)}
</div>
${howToMerge(view)}
${files(view, diff)}
</main>
<footer class="wide"><p>Anyone with this link can view this page, but not change anything. Last updated ${time(view.updatedAt)}.</p></footer>`;
}

function shortName(repositoryUrl: string): string {
  return repositoryUrl.replace(/^[a-z]+:\/\//u, "");
}

function badge({ state, draft }: PullRequestView): Html {
  if (state === "open" && draft) return html`<span class="badge draft">Draft</span>`;
  const label = { open: "Open", merged: "Merged", closed: "Closed" }[state];
  return html`<span class="badge ${state}">${label}</span>`;
}

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

function time(at: number): Html {
  const date = new Date(at);
  return html`<time datetime="${date.toISOString()}">${format.format(date)} UTC</time>`;
}

function checks({ checks: outcomes }: PullRequestView): Html {
  const failed = outcomes.filter(({ ok }) => !ok).length;
  const verdict =
    outcomes.length === 0
      ? "none ran"
      : failed === 0
        ? "all passed"
        : `${failed} of ${outcomes.length} failed`;
  return html`<section class="card"><h2>Checks <span class="quiet">${verdict}</span></h2>
<ul class="checks">${outcomes.map(
    ({ name, ok, message }) =>
      html`<li class="${ok ? "ok" : "bad"}"><span class="mark" aria-label="${ok ? "passed" : "failed"}">${ok ? "✓" : "!"}</span><span><b>${name}</b> ${message}</span></li>`,
  )}</ul></section>`;
}

function commits({ commits: shown, commitCount }: PullRequestView): Html {
  const earlier = commitCount - shown.length;
  return html`<section class="card"><h2>Commits <span class="quiet">${commitCount}</span></h2>
<ol class="commits">${shown.map(
    ({ sha, subject, authorName, at }) =>
      html`<li><code class="sha">${sha.slice(0, 8)}</code><span><bdi class="subject">${subject}</bdi><span class="quiet"><bdi>${authorName}</bdi>, ${time(at)}</span></span></li>`,
  )}</ol>${earlier > 0 ? html`<p class="quiet">and ${earlier} earlier</p>` : null}</section>`;
}

function howToMerge({ state, jobId, base, branch, mergedSha }: PullRequestView): Html {
  if (state === "merged")
    return html`<section class="card merge"><p>Merged into <code>${base}</code>${mergedSha === null ? null : html` as <code>${mergedSha.slice(0, 8)}</code>`}.</p></section>`;
  if (state === "closed")
    return html`<section class="card merge"><p>Closed without merging. The branch <code>${branch}</code> was kept.</p></section>`;
  return html`<section class="card merge"><h2>Merge this pull request</h2>
<p>On the server, run:</p>
<pre class="command">docwright pr merge ${jobId}</pre>
<p>To close it without merging, run <code>docwright pr close ${jobId}</code>. To request changes, send the job a message. The job then updates this pull request.</p></section>`;
}

function files(view: PullRequestView, diff: Diff): Html {
  const additions = sum(view.files.map((file) => file.additions));
  const deletions = sum(view.files.map((file) => file.deletions));
  const shown = diff.files.slice(0, limits.pages.filesMax);
  const hidden = Math.max(view.files.length, diff.files.length) - shown.length;
  const count = view.files.length === 1 ? "1 file" : `${view.files.length} files`;
  return html`<section class="files"><h2>Changes <span class="quiet">${count}</span> ${counts(additions, deletions)}</h2>
${shown.length > 1 ? overview(shown) : null}
${shown.map((file, index) => renderFile(file, { id: `file-${index + 1}`, isOpen: isOpen(file, index) }))}
${hidden > 0 ? html`<p class="aside">${hidden === 1 ? "1 more file" : `${hidden} more files`} not shown.</p>` : null}
${diff.remark === null ? null : html`<p class="aside">${diff.remark}</p>`}
${hidden > 0 || diff.remark !== null ? html`<p class="aside">Full diff: <code>docwright job diff ${view.jobId}</code></p>` : null}
</section>`;
}

/** Only short files near the top start expanded, to keep the page readable. */
function isOpen(file: FileDiff, index: number): boolean {
  return index < openFilesMax && file.lineCount <= openFileLinesMax;
}

function overview(shown: readonly FileDiff[]): Html {
  return html`<details class="overview"><summary>List of files</summary><ol>${shown.map(
    (file, index) =>
      html`<li><a href="#file-${index + 1}"><bdi>${file.path}</bdi></a>${counts(file.additions, file.deletions)}</li>`,
  )}</ol></details>`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
