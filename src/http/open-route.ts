import type { RouteConfig } from "@hono/zod-openapi";
import type { Exchange } from "./exchange.ts";

/** A GET that needs no API key. */
export interface OpenRoute {
  readonly path: string;
  /** Null keeps it out of the document: parts of pages are nobody's interface. */
  readonly route: RouteConfig | null;
  answer(exchange: Exchange, param: (name: string) => string): Promise<Response> | Response;
}
