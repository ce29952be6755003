import type { RouteConfig } from "@hono/zod-openapi";
import type { z } from "zod";
import type { Call } from "./call.ts";
import type { QueryShape } from "./query.ts";

/** The rate limits of a project (R26). */
export type RateName = "agentCalls" | "reads" | "eventBatches";

/** One endpoint of a project's API. What it takes is said once: the same schemas validate and describe it. */
export interface Endpoint {
  readonly method: "get" | "post";
  /** The template, as OpenAPI writes it: `/v2/agent/{projectId}/job/{id}`. */
  readonly path: string;
  /** Which of the project's rate limits a call is taken from; null where it is bounded otherwise. */
  readonly rate: RateName | null;
  /** Keys of the scope `collect` may call it, also from the query of its address. */
  readonly collects: boolean;
  readonly route: RouteConfig;
  /** From the content type on (R23). What stands before has been checked. */
  answer(call: Call): Promise<Response>;
}

/** What an endpoint is, takes and answers. */
export interface EndpointSpec<Query extends QueryShape, Body extends z.ZodType> {
  readonly method: "get" | "post";
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly rate: RateName | null;
  /** See `Endpoint.collects`. */
  readonly collects?: boolean;
  readonly query?: Query;
  readonly body?: Body;
  /** What it takes as its body, where it reads that itself: bytes of these types. */
  readonly content?: NonNullable<NonNullable<RouteConfig["request"]>["body"]>["content"];
  /** Takes an Idempotency-Key (R25). */
  readonly idempotent?: boolean;
  /** Headers that it reads beside those that all do: name and what it means. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly responses: RouteConfig["responses"];
  /** The state of a job can refuse it. */
  readonly conflicts?: boolean;
}
