import type { RouteConfig } from "@hono/zod-openapi";
import type { Exchange } from "./exchange.ts";

/** A route that needs no API key. */
export interface OpenRoute {
  readonly method: "get" | "post" | "patch";
  readonly path: string;
  /** Null for a route that only serves pages and is not in the OpenAPI document. */
  readonly route: RouteConfig | null;
  /** May throw. The caller turns errors into responses. */
  answer(exchange: Exchange, param: (name: string) => string): Promise<Response> | Response;
}
