import { createHash } from "node:crypto";
import type { Clock } from "../../runtime/index.ts";
import { limits } from "../limits.ts";
import type { ChildRequest } from "./protocol.ts";

/**
 * The requests that recently failed. If they were repeated, they would fail again, and every job that reads the page
 * would wait.
 */
export interface Failures {
  has(request: ChildRequest): boolean;
  /**
   * Remembers a request for `limits.parserFailureMs`. Ignores requests for several pages, since a single page may have
   * caused the failure.
   */
  add(request: ChildRequest): void;
}

interface Failure {
  readonly chars: number;
  readonly until: number;
}

export function createFailures(clock: Clock): Failures {
  const failures = new Map<string, Failure>();
  return {
    has(request) {
      const text = textOf(request);
      // Compare lengths first, because hashing a small page can take longer than parsing it.
      if (text === null || !failures.values().some(({ chars }) => chars === text.length)) return false;
      const failure = failures.get(keyOf(request, text));
      return failure !== undefined && clock.now() < failure.until;
    },
    add(request) {
      const text = textOf(request);
      if (text === null) return;
      const key = keyOf(request, text);
      failures.delete(key);
      failures.set(key, { chars: text.length, until: clock.now() + limits.parserFailureMs });
      const oldest = failures.keys().next().value;
      if (failures.size > limits.parserFailuresMax && oldest !== undefined) failures.delete(oldest);
    },
  };
}

function textOf(request: ChildRequest): string | null {
  if (request.kind !== "parse") return request.text;
  const [page, ...others] = request.pages;
  return page === undefined || others.length > 0 ? null : page.text;
}

function keyOf(request: ChildRequest, text: string): string {
  const how =
    request.kind === "parse" ? request.pages[0]?.parseAs : "parseAs" in request ? request.parseAs : "";
  const language = "dialect" in request ? request.dialect : request.path;
  return `${request.kind} ${language} ${how} ${createHash("sha256").update(text).digest("base64")}`;
}
