import type { RouteConfig } from "@hono/zod-openapi";
import type { z } from "zod";
import { AppError, type ErrorDetail } from "../errors.ts";
import type { Job } from "../jobs/index.ts";
import type { AuthenticatedKey, Project } from "../projects/index.ts";
import type { Authenticate } from "./auth.ts";
import { ClientGone, parseJson, readBody, requireJsonType, requireSize } from "./body.ts";
import { type Exchange, isRead } from "./exchange.ts";
import type { HttpOptions } from "./http.ts";
import type { Twins } from "./idempotency.ts";
import { readIdempotencyKey } from "./idempotency.ts";
import { describeEndpoint } from "./openapi.ts";
import type { QueryOf, QueryShape } from "./query.ts";
import { readQuery } from "./query.ts";
import type { Streams } from "./streams.ts";
import { detailsOf, invalidRequest } from "./wire/inputs.ts";

/** One endpoint of a project's API. What it takes is said once: the same schemas validate and describe it. */
export interface Endpoint {
  readonly method: "get" | "post";
  /** The template, as OpenAPI writes it: `/v2/agent/{projectId}/job/{id}`. */
  readonly path: string;
  /** Which of the project's rate limits a call is taken from. */
  readonly rate: "agentCalls" | "reads";
  readonly route: RouteConfig;
  /** From the content type on (R23). What stands before has been checked. */
  answer(call: Call): Promise<Response>;
}

/** What every endpoint is given. */
export interface Call {
  readonly exchange: Exchange;
  readonly parts: EndpointParts;
  readonly project: Project;
  readonly key: AuthenticatedKey;
  /** As it stands in the path; null where the path has none. */
  readonly jobId: string | null;
}

export interface EndpointParts extends HttpOptions {
  readonly authenticate: Authenticate;
  readonly twins: Twins;
  readonly streams: Streams;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/** Aborted when the client goes away or the service stops. */
export function signalOf({ exchange, parts }: Call): AbortSignal {
  if (exchange.signal === null) {
    const gone = new AbortController();
    exchange.outgoing.once("close", () => gone.abort(new ClientGone("the client went away")));
    exchange.signal = AbortSignal.any([gone.signal, parts.stopping]);
  }
  return exchange.signal;
}

/** What an endpoint is, takes and answers. */
export interface EndpointSpec<Query extends QueryShape, Body extends z.ZodType> {
  readonly method: "get" | "post";
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly rate: "agentCalls" | "reads";
  readonly query?: Query;
  readonly body?: Body;
  /** Takes an Idempotency-Key (R25). */
  readonly idempotent?: boolean;
  /** Headers that it reads beside those that all do: name and what it means. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly responses: RouteConfig["responses"];
  /** The state of a job can refuse it. */
  readonly conflicts?: boolean;
}

export interface Input<Query extends QueryShape, Body extends z.ZodType> {
  readonly query: QueryOf<Query>;
  readonly body: z.output<Body>;
  /** The body's bytes, as they came. */
  readonly bytes: Buffer;
  readonly idempotencyKey: string | null;
}

export type ProjectCall<Query extends QueryShape, Body extends z.ZodType> = Call & Input<Query, Body>;
export type JobCall<Query extends QueryShape, Body extends z.ZodType> = ProjectCall<Query, Body> & {
  readonly job: Job;
};

type NoQuery = Record<never, never>;

/** An endpoint of a project. */
export function projectEndpoint<Query extends QueryShape = NoQuery, Body extends z.ZodType = z.ZodType>(
  spec: EndpointSpec<Query, Body> & { handle(call: ProjectCall<Query, Body>): Promise<Response> },
): Endpoint {
  return {
    ...describeEndpoint(spec),
    async answer(call) {
      return spec.handle({ ...call, ...(await readInput(spec, call.exchange)) });
    },
  };
}

/** An endpoint of one job of a project, which is looked up before the work begins. */
export function jobEndpoint<Query extends QueryShape = NoQuery, Body extends z.ZodType = z.ZodType>(
  spec: EndpointSpec<Query, Body> & { handle(call: JobCall<Query, Body>): Promise<Response> },
): Endpoint {
  return {
    ...describeEndpoint(spec),
    async answer(call) {
      const input = await readInput(spec, call.exchange);
      const job = await findJob(call);
      return spec.handle({ ...call, ...input, job });
    },
  };
}

const nothing = Buffer.alloc(0);

/** Content type, size, body and query, in this order (R23); then every fault of body, query and headers at once. */
async function readInput<Query extends QueryShape, Body extends z.ZodType>(
  spec: EndpointSpec<Query, Body>,
  exchange: Exchange,
): Promise<Input<Query, Body>> {
  const { incoming } = exchange;
  if (spec.body !== undefined) requireJsonType(exchange);
  if (!isRead(incoming.method)) requireSize(exchange);
  const bytes = spec.body === undefined ? nothing : await readBody(exchange);
  const details: ErrorDetail[] = [];
  const body = spec.body === undefined ? undefined : readJson(spec.body, bytes, details);
  const query = readQuery(incoming.url ?? "", spec.query ?? ({} as Query), details);
  const idempotencyKey = spec.idempotent === true ? readIdempotencyKey(incoming, details) : null;
  if (details.length > 0) throw invalidRequest(details);
  return { query, body: body as z.output<Body>, bytes, idempotencyKey };
}

function readJson<Body extends z.ZodType>(schema: Body, bytes: Buffer, details: ErrorDetail[]): unknown {
  const before = details.length;
  const json = parseJson(bytes, details);
  if (details.length > before) return undefined;
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  details.push(...detailsOf(parsed.error));
  return undefined;
}

/** What cannot be an id of ours is not looked for: some stores refuse texts that others take. */
const idForm = /^[A-Za-z0-9_-]{1,64}$/u;

async function findJob({ parts, project, jobId }: Call): Promise<Job> {
  const job = jobId !== null && idForm.test(jobId) ? await parts.jobs.find(project.id, jobId) : null;
  if (job === null)
    throw new AppError("not_found", "There is no such job in this project. Check the job's id.");
  return job;
}
