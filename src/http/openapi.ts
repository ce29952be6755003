import { OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { z } from "zod";
import { limits } from "../limits.ts";
import { keyParameter } from "./auth.ts";
import type { Endpoint, EndpointSpec } from "./endpoint-spec.ts";
import type { QueryShape } from "./query.ts";
import { wireError } from "./wire/error.ts";

type Responses = RouteConfig["responses"];

export type DocumentRoute = RouteConfig;

/** An answer that several routes give: one of `problems`. */
export const problemRef = (name: keyof typeof problems) => ({ $ref: `#/components/responses/${name}` });

/** The route of an endpoint, with the answers that its kind can give beside its own. */
export function describeEndpoint<Query extends QueryShape, Body extends z.ZodType>(
  spec: EndpointSpec<Query, Body>,
): Omit<Endpoint, "answer"> {
  const { method, path, rate, body, collects = false } = spec;
  const content = spec.content ?? (body === undefined ? null : { "application/json": { schema: body } });
  const takesBody = content !== null;
  const takesInput = takesBody || spec.query !== undefined || spec.idempotent === true;
  return {
    method,
    path,
    rate,
    collects,
    route: {
      method,
      path,
      operationId: spec.operationId,
      tags: [spec.tag],
      summary: spec.summary,
      ...(spec.description === undefined ? {} : { description: spec.description }),
      security: [{ apiKey: [] }, ...(collects ? [{ collectKey: [] }] : [])],
      request: {
        params: paramsOf(path),
        ...(spec.query === undefined ? {} : { query: z.object(spec.query) }),
        headers: headersOf(spec),
        ...(takesBody ? { body: { required: true, content } } : {}),
      },
      responses: {
        ...(rate === null ? withHeaders(spec.responses, {}) : withHeaders(spec.responses, rateHeaders)),
        ...(takesInput ? { 400: problemRef("InvalidRequest") } : {}),
        401: problemRef("Unauthorized"),
        403: problemRef("Forbidden"),
        404: problemRef("NotFound"),
        ...(spec.conflicts === true || spec.idempotent === true ? { 409: problemRef("Conflict") } : {}),
        ...(method === "post" ? { 413: problemRef("PayloadTooLarge") } : {}),
        ...(takesBody ? { 415: problemRef("UnsupportedMediaType") } : {}),
        429: problemRef("RateLimited"),
        500: problemRef("Internal"),
        503: problemRef("Unavailable"),
      },
    },
  };
}

const projectId = z.string().meta({ description: "The project's id.", example: "prj_2kDm0vQe9XyTzB4nHsWa" });
const jobId = z.string().meta({ description: "The job's id.", example: "job_4fTq8ZxJw1Yc0LrVb7Kd" });
const automationId = z.string().meta({ description: "The automation's id." });

function paramsOf(path: string) {
  if (!path.includes("{id}")) return z.object({ projectId });
  return z.object({ projectId, id: path.includes("/automation/") ? automationId : jobId });
}

function headersOf(spec: {
  readonly idempotent?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}) {
  const { idempotencyKeyCharsMax, requestIdCharsMax } = limits.http;
  const own = Object.entries(spec.headers ?? {}).map(
    ([name, description]) => [name, z.string().optional().meta({ description })] as const,
  );
  return z.object({
    ...(spec.idempotent === true
      ? {
          "Idempotency-Key": z.string().optional().meta({
            description:
              "The same key with the same body within 24 hours answers what the first call answered, without doing it again.",
            minLength: 1,
            maxLength: idempotencyKeyCharsMax,
          }),
        }
      : {}),
    "X-Request-Id": z
      .string()
      .optional()
      .meta({
        description: "Names the request in logs. Anything else than this form is replaced.",
        pattern: `^[A-Za-z0-9._-]{1,${requestIdCharsMax}}$`,
      }),
    ...Object.fromEntries(own),
  });
}

const header = (description: string) => ({ description, schema: { type: "string" as const } });

export const requestIdHeader = { "X-Request-Id": header("Names this request in logs.") };

/** draft-ietf-httpapi-ratelimit-headers-10. */
const rateHeaders = {
  RateLimit: header('What is left, and seconds until all of it is back: `"agent-calls";r=99;t=36`.'),
  "RateLimit-Policy": header('The limit and its window in seconds: `"agent-calls";q=100;w=3600`.'),
};

function withHeaders(responses: Responses, headers: typeof rateHeaders | Record<string, never>): Responses {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      "$ref" in response
        ? response
        : { ...response, headers: { ...requestIdHeader, ...headers, ...response.headers } },
    ]),
  );
}

const retryAfter = { "Retry-After": header("Seconds to wait before trying again.") };

/** R20, one component a status. */
const problems = {
  InvalidRequest: { description: "Body, query or header breaks a rule; `details` names each one." },
  Unauthorized: {
    description: "No key, or one that is malformed, unknown, revoked or expired.",
    headers: { "WWW-Authenticate": header("Always `Bearer`.") },
  },
  Forbidden: { description: "The key's scope or IP allow-list does not permit this." },
  NotFound: { description: "No such route, job, or project that this key may see." },
  Conflict: {
    description: "The state does not allow it, or the Idempotency-Key was used with another body.",
    headers: retryAfter,
  },
  PayloadTooLarge: { description: "The body is over the cap. The connection is closed." },
  UnsupportedMediaType: { description: "The body is of a type, or compressed in a way, that is not taken." },
  RateLimited: {
    description: "The project used up its quota.",
    headers: { ...retryAfter, ...rateHeaders },
  },
  Internal: { description: "A fault of the service. The log has the cause under the `requestId`." },
  Unavailable: {
    description: "The service is stopping, or a part of it cannot be reached.",
    headers: retryAfter,
  },
} as const;

export const contentOf = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });

export interface DocumentInfo {
  readonly version: string;
  readonly baseUrl: string;
}

/** The document of everything that these routes answer. */
export function createDocument(routes: readonly RouteConfig[], { version, baseUrl }: DocumentInfo) {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    description:
      "An admin key of the project: `dw_…`. A server-side secret: keep it out of code that runs in browsers.",
  });
  registry.registerComponent("securitySchemes", "collectKey", {
    type: "apiKey",
    in: "query",
    name: keyParameter,
    description:
      "A key of the scope `collect`, for log drains that send no headers of one's own. Other keys are not taken from an address.",
  });
  registry.register("Error", wireError);
  for (const [name, problem] of Object.entries(problems)) {
    registry.registerComponent("responses", name, {
      description: problem.description,
      headers: { ...requestIdHeader, ...("headers" in problem ? problem.headers : {}) },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    });
  }
  for (const route of routes) registry.registerPath(route);
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Docwright",
      version,
      description:
        "Give the agent an instruction; a pull request on your docs repository comes of it. Every answer names its request in `X-Request-Id`, and every error has the same shape.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: "Agent", description: "Jobs and what is said to them." },
      { name: "Progress", description: "How a job gets where it is, and what it changed." },
      { name: "Visitors", description: "Who reads the docs, counted exactly." },
      { name: "Collecting", description: "What visitors read, told by browsers, servers and logs." },
      { name: "Hooks", description: "What code hosts tell of pull requests." },
      { name: "Operation", description: "The service itself." },
    ],
  });
}
