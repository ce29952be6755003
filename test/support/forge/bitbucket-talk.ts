import type { ApiAnswer, ApiRequest, Forge } from "./forge.ts";
import { ownName, type Said } from "./talk.ts";

const uuidOf = (name: string) => `{${name}}`;

/**
 * Reports each person's permissions in the repository, but only to administrators. `path` is relative to the API's root.
 */
export function answerBitbucketPermissions({ path, query }: ApiRequest, { talk }: Forge): ApiAnswer | null {
  if (path !== "/workspaces/acme/permissions/repositories/docs") return null;
  const [, uuid = ""] = /^user\.uuid="(\{[^"]*\})"$/u.exec(query.get("q") ?? "") ?? [];
  const role = [...talk.people].find(([name]) => uuidOf(name) === uuid)?.[1];
  const permission = role === "bot" ? "write" : role;
  return {
    status: 200,
    body: { values: permission === undefined ? [] : [{ type: "repository_permission", permission }] },
  };
}

/** Bitbucket's responses about comments and statuses. `rest` is the path after the repository. */
export function answerBitbucketTalk(
  { method, body, query }: ApiRequest,
  rest: string,
  forge: Forge,
): ApiAnswer | null {
  const { talk } = forge;
  const [, pull, what] = /^\/pullrequests\/([0-9]+)\/(comments|statuses)$/u.exec(rest) ?? [];
  if (pull === undefined) return null;
  const number = Number(pull);
  if (what === "statuses") {
    const states = { passed: "SUCCESSFUL", failed: "FAILED", pending: "INPROGRESS" };
    const values = talk.checks.map(({ name, state, summary }) => ({
      ...{ key: name, name, state: states[state], description: summary },
    }));
    return { status: 200, body: { values } };
  }
  if (method === "POST") {
    const { content, parent } = body as { content: { raw: string }; parent?: { id: number } };
    const first = talk.comments.find(({ id }) => id === parent?.id);
    if (parent !== undefined && first === undefined)
      return { status: 404, body: { error: { message: "No such comment" } } };
    const place = first === undefined ? {} : { kind: first.kind, thread: first.thread };
    const on = first?.path == null ? {} : { path: first.path, line: first.line ?? 0 };
    const said = talk.say({ number, author: ownName, text: content.raw, ...place, ...on });
    return { status: 201, body: comment(said) };
  }
  const [perPage, page] = [Number(query.get("pagelen") ?? 10), Number(query.get("page") ?? 1)];
  const found = talk.comments.filter((one) => one.number === number).toReversed();
  const next = found.length > page * perPage ? { next: `${forge.origin}/2.0/next` } : {};
  return {
    status: 200,
    body: { values: found.slice((page - 1) * perPage, page * perPage).map(comment), ...next },
  };
}

function comment({ id, author, text, at, path, line, thread }: Said) {
  const inline = path === null ? {} : { inline: { path, from: null, to: line } };
  const parent = thread === id ? {} : { parent: { id: thread } };
  const type = author.endsWith("-bot") ? "app_user" : "user";
  const user = { type, uuid: uuidOf(author), display_name: author };
  return {
    id,
    content: { raw: text },
    created_on: at,
    updated_on: at,
    deleted: false,
    user,
    ...inline,
    ...parent,
  };
}
