import { limits } from "../limits.ts";
import type { HttpAnswer } from "../std/http-request.ts";
import { CredentialRefused, HostError } from "./code-host.ts";
import { readRateLimit } from "./rate-limit.ts";

/** How a host is named, and what its token needs, for the sentences about it. */
export interface HostWords {
  /** E.g. "GitHub", or the host's address where it is somebody's own. */
  readonly name: string;
  /** What the credential must be allowed, e.g. "Contents and Pull requests: read and write". */
  readonly permissions: string;
}

/** An answer that is none, as a sentence that says what to do. What the host said is the cause, and goes to the log. */
export function explainStatus(answer: HttpAnswer, words: HostWords, now: number): HostError {
  const { status } = answer;
  const { name, permissions } = words;
  const said = messageOf(answer.text);
  const cause = new Error(`${status}: ${said}`);
  const limited = readRateLimit(answer, now);
  if (limited !== null) {
    const at = new Date(now + limited.waitMs).toISOString().slice(0, 16).replace("T", " ");
    return new HostError("unavailable", `${name} takes no more calls for now. Try again after ${at} UTC.`, {
      cause,
    });
  }
  if (status >= 300 && status < 400)
    return new HostError(
      "refused",
      `${name} answers with a redirect, which is not followed: the repository was renamed or moved. Set its new address.`,
      { cause },
    );
  if (status === 401)
    return new CredentialRefused(
      "unauthorized",
      `${name} does not accept the project's credential${said === "" ? "" : ` (${said})`}: it has expired or was revoked. Store a new one.`,
      { cause },
    );
  if (status === 403)
    return new HostError(
      "unauthorized",
      `${name} does not permit this with the project's credential${quoted(said)}. It needs ${permissions}.`,
      { cause },
    );
  if (status === 404 || status === 410)
    return new HostError(
      "not_found",
      `${name} has no such thing, or the project's credential may not see it. It needs ${permissions}.`,
      { cause },
    );
  if (status >= 500)
    return new HostError("unavailable", `${name} is out of order (${status}). Try again later.`, { cause });
  return new HostError("conflict", `${name} refused this${quoted(said)}.`, { cause });
}

function quoted(said: string): string {
  return said === "" ? "" : `: ${said.replace(/[.\s]+$/u, "")}`;
}

/**
 * The words of an error's body, of whichever host: GitHub's and Gitea's `message` with `errors[].message`, GitLab's
 * `message` (a text, a list, or lists by field) and `error`, Bitbucket's `error.message`. On one line, and short.
 */
function messageOf(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy's page, or nothing: it tells a person less than the status does.
    return "";
  }
  const words = [...new Set(textsOf(body, 0))].join("; ");
  return words
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, limits.codehost.wordsCharsMax);
}

const depthMax = 4;
const telling = new Set(["message", "messages", "error", "errors", "error_description", "detail", "base"]);

function textsOf(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (depth > depthMax || value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.slice(0, 10).flatMap((item) => textsOf(item, depth + 1));
  return Object.entries(value).flatMap(([key, item]) => (telling.has(key) ? textsOf(item, depth + 1) : []));
}
