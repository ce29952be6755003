import type { ApiAnswer, ApiRequest, Forge } from "./forge.ts";
import { nameOf, numberOf, ownName, type Said } from "./talk.ts";

/**
 * GitLab's responses about notes, members and pipelines, according to its documentation. `rest` is the path after the
 * project.
 */
export function answerGitlabTalk(
  { method, body, query }: ApiRequest,
  rest: string,
  forge: Forge,
): ApiAnswer | null {
  const { talk } = forge;
  const [, of, thread] = /^\/merge_requests\/([0-9]+)\/discussions(?:\/d([0-9]+)\/notes)?$/u.exec(rest) ?? [];
  if (of !== undefined && thread !== undefined && method === "POST") {
    const first = talk.comments.find(({ id }) => id === Number(thread));
    if (first === undefined) return { status: 404, body: { message: "404 Discussion Not Found" } };
    const { kind, path, line } = first;
    const place = {
      kind,
      thread: first.id,
      ...(path === null ? {} : { path }),
      ...(line === null ? {} : { line }),
    };
    const text = (body as { body: string }).body;
    return { status: 201, body: note(talk.say({ number: Number(of), author: ownName, text, ...place })) };
  }
  if (of !== undefined) {
    const said = talk.comments.filter(({ number }) => number === Number(of));
    const threads = Map.groupBy(said, ({ thread: first }) => first);
    const all = [...threads].map(([first, notes]) => ({
      id: `d${first}`,
      individual_note: notes.length === 1,
      notes: notes.map(note),
    }));
    const [perPage, page] = [Number(query.get("per_page") ?? 20), Number(query.get("page") ?? 1)];
    return { status: 200, body: all.slice((page - 1) * perPage, page * perPage) };
  }
  const [, member] = /^\/members\/all\/([0-9]+)$/u.exec(rest) ?? [];
  if (member !== undefined) {
    const role = talk.people.get(nameOf(talk, Number(member)) ?? "");
    if (role === undefined) return { status: 404, body: { message: "404 Not found" } };
    const level = { admin: 40, write: 30, read: 20, bot: 30 }[role];
    return { status: 200, body: { id: Number(member), access_level: level, state: "active" } };
  }
  if (!/^\/pipelines\/7\/jobs$/u.test(rest)) return null;
  const failed = talk.checks.filter(({ state }) => state === "failed");
  return {
    status: 200,
    body: failed.map(({ name, summary }) => ({
      name,
      stage: "test",
      status: "failed",
      failure_reason: summary,
    })),
  };
}

/** A merge request's fields about its newest commit. */
export function headOfMergeRequest(forge: Forge, branch: string) {
  const { checks } = forge.talk;
  const states = checks.map(({ state }) => state);
  const status = states.includes("pending") ? "running" : states.includes("failed") ? "failed" : "success";
  const pipeline = checks.length === 0 ? null : { id: 7, status };
  return { sha: forge.headOf(branch) ?? "", head_pipeline: pipeline };
}

function note(said: Said) {
  const { id, author, text, at, path, line } = said;
  const username = author.endsWith("-bot") ? `project_1_bot_${author}` : author;
  // The API accepts the ends of a range as text, as clients send them, and returns them unchanged.
  const range = author.endsWith("-bot") ? { line_range: { start: { new_line: String(line) } } } : {};
  const position =
    path === null
      ? null
      : { position_type: "text", new_path: path, old_path: path, new_line: line, ...range };
  return {
    ...{ id, type: path === null ? null : "DiffNote", body: text, system: false, created_at: at },
    author: { id: numberOf(author), username },
    position,
  };
}
