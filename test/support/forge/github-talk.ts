import type { ApiAnswer, ApiRequest, Forge } from "./forge.ts";
import { githubDescription } from "./github-description.ts";
import { hunk, ownName, type Said } from "./talk.ts";

const example = <T extends object = Record<string, unknown>>(name: string) =>
  githubDescription().example(name) as T;

/**
 * GitHub's responses about comments, people and checks; null for other routes. `rest` is the path after the repository.
 */
export function answerGithubTalk(
  request: ApiRequest,
  rest: string,
  forge: Forge,
  isApp: boolean,
): ApiAnswer | null {
  const { method, query, body } = request;
  const { talk } = forge;
  const since = Date.parse(query.get("since") ?? "") || 0;
  const text = (body as { body?: string } | null)?.body ?? "";
  const [, number, what] = /^\/(?:issues|pulls)\/([0-9]+)\/(comments|reviews)$/u.exec(rest) ?? [];
  const of = Number(number);
  if (rest.startsWith("/issues/") && what === "comments") {
    if (method === "POST")
      return { status: 201, body: comment(talk.say({ number: of, author: ownName, text })) };
    return listOf(talk.comments.filter((one) => is(one, of, "comment", since)).map(comment), query);
  }
  const [, at, top] = /^\/pulls\/([0-9]+)\/comments\/([0-9]+)\/replies$/u.exec(rest) ?? [];
  if (top !== undefined) {
    const first = talk.comments.find(({ id }) => id === Number(top));
    if (first === undefined || first.thread !== first.id)
      return { status: 404, body: { message: "Not Found" } };
    const { path, line } = first;
    const place = {
      kind: "line" as const,
      thread: first.id,
      ...(path === null ? {} : { path }),
      ...(line === null ? {} : { line }),
    };
    return {
      status: 201,
      body: lineComment(talk.say({ number: Number(at), author: ownName, text, ...place })),
    };
  }
  if (what === "comments")
    return listOf(talk.comments.filter((one) => is(one, of, "line", since)).map(lineComment), query);
  if (what === "reviews")
    return listOf(talk.comments.filter((one) => is(one, of, "review", 0)).map(review), query);
  const [, person] = /^\/collaborators\/([^/]+)\/permission$/u.exec(rest) ?? [];
  if (person !== undefined) return permission(decodeURIComponent(person), forge);
  if (/^\/commits\/[^/]+\/check-runs$/u.test(rest))
    // Fine-grained tokens cannot have this permission.
    return isApp
      ? checkRuns(forge)
      : { status: 403, body: { message: "Resource not accessible by personal access token" } };
  if (rest === "/actions/runs") return workflowRuns(forge);
  if (rest === "/actions/runs/7/jobs") return workflowJobs(forge);
  if (!/^\/commits\/[^/]+\/status$/u.test(rest)) return null;
  return {
    status: 200,
    body: { ...example("combined-commit-status"), state: "success", statuses: [], total_count: 0 },
  };
}

function is(one: Said, number: number, kind: Said["kind"], since: number): boolean {
  return one.number === number && one.kind === kind && Date.parse(one.at) >= since;
}

function listOf(found: readonly unknown[], query: URLSearchParams): ApiAnswer {
  const [perPage, page] = [Number(query.get("per_page") ?? 30), Number(query.get("page") ?? 1)];
  return { status: 200, body: found.slice((page - 1) * perPage, page * perPage) };
}

const bot = /bot$|\[bot\]$/u;

function userOf(login: string) {
  const { user } = example<{ user: object }>("issue-comment");
  return { ...user, login, type: bot.test(login) ? "Bot" : "User" };
}

function comment(said: Said) {
  const { id, author, text, at } = said;
  return {
    ...example("issue-comment"),
    id,
    user: userOf(author),
    body: text,
    created_at: at,
    updated_at: at,
  };
}

function lineComment(said: Said) {
  const { id, author, text, at, path, line, thread } = said;
  const place = { path: path ?? "a.md", line: line ?? 1, start_line: null, diff_hunk: hunk };
  const reply = thread === id ? {} : { in_reply_to_id: thread };
  const { in_reply_to_id: _none, ...plain } = example("pull-request-review-comment");
  return {
    ...plain,
    ...place,
    ...reply,
    id,
    user: userOf(author),
    body: text,
    created_at: at,
    updated_at: at,
  };
}

function review({ id, author, text, at }: Said) {
  const [one] = example<[Record<string, unknown>]>("pull-request-review-items");
  return { ...one, id, user: userOf(author), body: text, submitted_at: at };
}

function permission(login: string, { talk }: Forge): ApiAnswer {
  const role = talk.people.get(login);
  if (role === undefined) return { status: 404, body: { message: `${login} is not a user` } };
  const known = example<{ user: object }>(
    "repository-collaborator-permission-response-if-user-has-admin-permissions",
  );
  const granted = role === "bot" ? "write" : role;
  const user = { ...known.user, login, role_name: granted, type: bot.test(login) ? "Bot" : "User" };
  return { status: 200, body: { ...known, permission: granted, role_name: granted, user } };
}

/** All checks are jobs of one workflow. */
function workflowRuns({ talk }: Forge): ApiAnswer {
  const { workflow_runs: runs } = example<{ workflow_runs: object[] }>("workflow-run-paginated");
  const states = talk.checks.map(({ state }) => state);
  const [status, conclusion] = states.includes("pending")
    ? ["in_progress", null]
    : ["completed", states.includes("failed") ? "failure" : "success"];
  const body = states.length === 0 ? [] : [{ ...runs[0], id: 7, name: "CI", status, conclusion }];
  return { status: 200, body: { total_count: body.length, workflow_runs: body } };
}

function workflowJobs({ talk }: Forge): ApiAnswer {
  const { jobs } = example<{ jobs: { steps: object[] }[] }>("job-paginated");
  const [job] = jobs;
  const body = talk.checks.map(({ name, state, summary }, index) => {
    const conclusion = state === "pending" ? null : state === "passed" ? "success" : "failure";
    const steps = [{ ...job?.steps[0], name: summary, conclusion }];
    // GitHub's example lacks the creation time that its description requires.
    return { ...job, id: index + 1, name, conclusion, steps, created_at: "2026-01-02T03:04:05Z" };
  });
  return { status: 200, body: { total_count: body.length, jobs: body } };
}

function checkRuns({ talk }: Forge): ApiAnswer {
  const { check_runs: runs } = example<{ check_runs: { output: object }[] }>("check-run-paginated");
  const [run] = runs;
  const body = talk.checks.map(({ name, state, summary }, index) => ({
    ...run,
    id: index + 1,
    name,
    status: state === "pending" ? "in_progress" : "completed",
    conclusion: state === "pending" ? null : state === "passed" ? "success" : "failure",
    output: { ...run?.output, title: summary, summary: "" },
  }));
  return { status: 200, body: { total_count: body.length, check_runs: body } };
}
