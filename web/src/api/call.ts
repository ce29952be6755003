import type { WireError } from "../../../src/http/wire/error.ts";
import { ApiError } from "./api-error.ts";

/** Where the service lives, with a slash at its end: it may be below a path of its host. */
export const root = new URL(document.baseURI).pathname;

export interface CallOptions {
  readonly method?: "GET" | "POST";
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks the service; `path` is below the dashboard's own, without a slash before it. The answer's shape is the wire's. */
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const { method = options.body === undefined ? "GET" : "POST", body, signal, headers } = options;
  let response: Response;
  try {
    response = await fetch(`${root}dashboard/${path}`, {
      method,
      credentials: "same-origin",
      headers: { ...headers, ...(method === "POST" ? { "content-type": "application/json" } : {}) },
      ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(
      0,
      method === "GET"
        ? "The service cannot be reached. Check the connection; this page tries again."
        : "The service cannot be reached. Check the connection, and try again.",
    );
  }
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as Answer;
}

async function refusal(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => null)) as WireError | null;
  if (problem === null) return new ApiError(response.status, `The service answered ${response.status}.`);
  const details = (problem.details ?? []).flatMap(({ path, message }) =>
    path === undefined ? [] : [[path, message] as const],
  );
  return new ApiError(response.status, problem.error, new Map(details));
}
