import type { ApiAnswer, ApiRequest, Forge } from "./forge.ts";
import { hunk, numberOf, ownName, type Said } from "./talk.ts";

/**
 * Gitea's and Forgejo's responses about comments, reviews, people and statuses. `rest` is the path after the
 * repository.
 */
export function answerGiteaTalk(
  { method, body, query }: ApiRequest,
  rest: string,
  forge: Forge,
  itemsMax: number,
): ApiAnswer | null {
  const { talk } = forge;
  const [, issue] = /^\/issues\/([0-9]+)\/comments$/u.exec(rest) ?? [];
  if (issue !== undefined) {
    const number = Number(issue);
    const { body: text } = (body ?? {}) as { body: string };
    if (method === "POST") return { status: 201, body: comment(talk.say({ number, author: ownName, text })) };
    const since = Date.parse(query.get("since") ?? "") || 0;
    const found = talk.comments.filter(
      (one) => one.number === number && one.kind === "comment" && Date.parse(one.at) >= since,
    );
    return { status: 200, body: found.map(comment) };
  }
  const [, pull, review] = /^\/pulls\/([0-9]+)\/reviews(?:\/([0-9]+)\/comments)?$/u.exec(rest) ?? [];
  if (pull !== undefined && review !== undefined) {
    // The double's reviews have one comment each, with the same number.
    const found = talk.comments.filter(({ id, kind }) => id === Number(review) && kind === "line");
    return { status: 200, body: found.map(lineComment) };
  }
  if (pull !== undefined && method === "POST") return answerOnLine(Number(pull), body, forge);
  if (pull !== undefined) {
    const found = talk.comments.filter(({ number, kind }) => number === Number(pull) && kind !== "comment");
    const { items, headers } = giteaPage(found, query, itemsMax);
    return { status: 200, headers, body: items.map(reviewOf) };
  }
  const [, login] = /^\/collaborators\/([^/]+)\/permission$/u.exec(rest) ?? [];
  if (login !== undefined) {
    const role = talk.people.get(decodeURIComponent(login));
    const permission = role === undefined ? "none" : role === "bot" ? "write" : role;
    return { status: 200, body: { permission, role_name: permission, user: userOf(login) } };
  }
  if (!/^\/commits\/[^/]+\/status$/u.test(rest)) return null;
  const states = { passed: "success", failed: "failure", pending: "pending" };
  const { items, headers } = giteaPage(talk.checks, query, itemsMax);
  const statuses = items.map(({ name, state, summary }) => ({
    ...{ status: states[state], context: name, description: summary },
  }));
  if (statuses.length === 0) return { status: 200, body: { state: "", statuses: null } };
  return { status: 200, headers, body: { state: "failure", statuses } };
}

/** Returns one page of a list: 30 items by default, and never more than the server's limit, `itemsMax`. */
export function giteaPage<T>(all: readonly T[], query: URLSearchParams, itemsMax: number) {
  const perPage = Math.min(Number(query.get("limit") ?? 30), itemsMax);
  const page = Number(query.get("page") ?? 1);
  const items = all.slice((page - 1) * perPage, page * perPage);
  return { items, headers: { "x-total-count": String(all.length) } };
}

function answerOnLine(number: number, body: unknown, forge: Forge): ApiAnswer {
  const { event, comments } = body as {
    event: string;
    comments: { path: string; body: string; new_position: number }[];
  };
  const [said] = comments;
  if (event !== "COMMENT" || said === undefined) return { status: 422, body: { message: "no comment" } };
  const { path, new_position: line } = said;
  const first = forge.talk.comments.find(
    (one) => one.number === number && one.path === path && one.line === line,
  );
  const place = {
    kind: "line" as const,
    path,
    line,
    ...(first === undefined ? {} : { thread: first.thread }),
  };
  return {
    status: 200,
    body: reviewOf(forge.talk.say({ number, author: ownName, text: said.body, ...place })),
  };
}

const userOf = (login: string) => ({ id: login.endsWith("-bot") ? -2 : numberOf(login), login });

function comment({ id, author, text, at }: Said) {
  return { id, user: userOf(author), body: text, created_at: at, updated_at: at };
}

function reviewOf({ id, author, text, at, kind }: Said) {
  const own = kind === "line" ? "" : text;
  const count = kind === "line" ? 1 : 0;
  return { id, user: userOf(author), body: own, state: "COMMENT", submitted_at: at, comments_count: count };
}

function lineComment(said: Said) {
  const place = { path: said.path, diff_hunk: hunk, position: said.line ?? 0, original_position: 0 };
  return { ...comment(said), ...place, pull_request_review_id: said.id };
}
