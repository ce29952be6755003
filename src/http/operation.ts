import { timingSafeEqual } from "node:crypto";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { answerContent, answerJson } from "./answer.ts";
import { bearerToken } from "./auth.ts";
import type { ClientAddress } from "./client-address.ts";
import type { Endpoint } from "./endpoint-spec.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpOptions } from "./http.ts";
import type { OpenRoute } from "./open-route.ts";
import { contentOf, createDocument, type DocumentRoute, problemRef, requestIdHeader } from "./openapi.ts";

interface Deps extends HttpOptions {
  readonly clientAddress: ClientAddress;
}

/** R64: routes for the people who run the service. */
export function operationRoutes(deps: Deps): readonly OpenRoute[] {
  return [healthz(), readyz(deps), metrics(deps)];
}

const healthy = z.object({ status: z.literal("ok") }).meta({ id: "Health" });

function healthz(): OpenRoute {
  return {
    method: "get",
    path: "/healthz",
    route: describe("/healthz", {
      operationId: "getHealth",
      summary: "Check whether the process is alive",
      responses: { 200: { description: "The process is alive.", content: contentOf(healthy) } },
    }),
    answer: (exchange) => answerJson(exchange, 200, '{"status":"ok"}'),
  };
}

const readiness = z
  .object({ status: z.literal("ready"), checks: z.record(z.string(), z.literal("ok")) })
  .meta({ id: "Readiness" });

function readyz(deps: Deps): OpenRoute {
  return {
    method: "get",
    path: "/readyz",
    route: describe("/readyz", {
      operationId: "getReadiness",
      summary: "Check whether the service is ready",
      responses: {
        200: { description: "The service can handle requests.", content: contentOf(readiness) },
        503: problemRef("Unavailable"),
      },
    }),
    async answer(exchange) {
      const { ready, checks, problems } = await deps.readiness();
      if (ready) return answerJson(exchange, 200, JSON.stringify({ status: "ready", checks }));
      const details = problems.map(({ part: path, message }) => ({ path, message }));
      const message = ["The service is not ready.", ...problems.map((problem) => problem.message)].join(" ");
      throw new AppError("unavailable", message, { fields: { details } });
    },
  };
}

function metrics(deps: Deps): OpenRoute {
  return {
    method: "get",
    path: "/metrics",
    route: describe("/metrics", {
      operationId: "getMetrics",
      summary: "Get metrics for Prometheus",
      description:
        "No authentication is needed from the same machine. From other machines, send `Authorization: Bearer` with the token in DOCWRIGHT_METRICS_TOKEN.",
      responses: {
        200: {
          description: "Metrics in the Prometheus text format.",
          content: { "text/plain": { schema: z.string() } },
        },
        401: problemRef("Unauthorized"),
        403: problemRef("Forbidden"),
      },
    }),
    async answer(exchange) {
      requireMetricsAccess(exchange, deps);
      const { contentType: type } = deps.metrics;
      return answerContent(exchange, 200, { type, body: await deps.metrics.text() });
    },
  };
}

function requireMetricsAccess(exchange: Exchange, { settings, clientAddress }: Deps): void {
  const token = bearerToken(exchange.incoming.headers.authorization);
  const { metricsToken } = settings;
  if (metricsToken !== undefined && token !== null && isEqual(token, metricsToken)) return;
  if (token === null && isFromThisMachine(exchange, clientAddress)) return;
  if (metricsToken === undefined)
    throw new AppError(
      "forbidden",
      "Metrics are available from this machine only. Set DOCWRIGHT_METRICS_TOKEN to allow access with a token.",
    );
  throw new AppError(
    "unauthorized",
    "The metrics token is missing or incorrect. Send it in the header Authorization: Bearer …",
  );
}

/**
 * The Host header must be localhost or a loopback address. With any other name, the request may come through a proxy on
 * this machine that doesn't report its clients, or from a web page by DNS rebinding.
 */
function isFromThisMachine(exchange: Exchange, clientAddress: ClientAddress): boolean {
  const { headers, socket } = exchange.incoming;
  const address = clientAddress(exchange);
  if (!ipaddr.isValid(address) || ipaddr.process(address).range() !== "loopback") return false;
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
  if (isForwarded && ipaddr.process(socket.remoteAddress ?? "").toString() === address) return false;
  return /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]{1,5})?$/u.test(hostOf(exchange));
}

/** Returns the Host header as sent by the client. */
function hostOf({ incoming: { rawHeaders } }: Exchange): string {
  const index = rawHeaders.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === "host");
  return (rawHeaders[index + 1] ?? "").toLowerCase();
}

function isEqual(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Serves the OpenAPI document of the endpoints, the other routes and itself. */
export function openapiRoute(
  deps: HttpOptions,
  endpoints: readonly Endpoint[],
  others: readonly OpenRoute[],
): OpenRoute {
  const route = describe("/openapi.json", {
    operationId: "getOpenApi",
    summary: "Get this OpenAPI document",
    responses: { 200: { description: "The OpenAPI 3.1 document.", content: contentOf(z.looseObject({})) } },
  });
  const documented = [...others.map((other) => other.route), route].filter((route) => route !== null);
  const routes = [...endpoints.map((endpoint) => endpoint.route), ...documented];
  // Created on the first request, when the base URL is known.
  let body: string | null = null;
  return {
    method: "get",
    path: "/openapi.json",
    route,
    answer(exchange) {
      body ??= JSON.stringify(
        createDocument(routes, { version: deps.version, baseUrl: deps.links.baseUrl() }),
      );
      return answerJson(exchange, 200, body);
    },
  };
}

function describe(
  path: string,
  about: Pick<DocumentRoute, "operationId" | "summary" | "responses"> & { readonly description?: string },
): DocumentRoute {
  const { responses, ...rest } = about;
  return {
    method: "get",
    path,
    tags: ["Operation"],
    security: [],
    ...rest,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        "$ref" in response ? response : { ...response, headers: requestIdHeader },
      ]),
    ),
  };
}
