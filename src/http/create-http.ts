import type { Context } from "hono";
import { Hono } from "hono";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Scope } from "../projects/index.ts";
import { createAuthenticate } from "./auth.ts";
import type { EndpointDeps } from "./call.ts";
import { createClientAddress } from "./client-address.ts";
import { collectEndpoints, collectRoutes } from "./collect/index.ts";
import { dashboardRoutes, screenRoutes } from "./dashboard/index.ts";
import type { Endpoint, RateName } from "./endpoint-spec.ts";
import { type Exchange, isRead } from "./exchange.ts";
import { hookRoutes } from "./hooks/index.ts";
import type { Http, HttpOptions } from "./http.ts";
import { createInFlight } from "./in-flight.ts";
import { openapiRoute, operationRoutes } from "./operation.ts";
import { docsRoutes } from "./pages/docs.ts";
import { answerProblemPage, isOpenedByPerson } from "./pages/problem-page.ts";
import { pullRequestRoutes } from "./pages/pull-request.ts";
import { createPlaces } from "./places.ts";
import { answerProblem, toAppError } from "./problem.ts";
import { createRateLimit } from "./rate-limit.ts";
import { createRouteTable, honoPath } from "./route-table.ts";
import { createServing } from "./server.ts";
import { visitorEndpoints } from "./v1/index.ts";
import { agentEndpoints } from "./v2/index.ts";
import { createJobText } from "./wire/job.ts";

type HttpContext = Context<{ Bindings: Exchange }>;

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** The service's HTTP interface. Nothing listens before `listen` is called. */
export function createHttp(options: HttpOptions): Http {
  const { clock, log, settings } = options;
  const stop = new AbortController();
  const clientAddress = createClientAddress(settings.trustedProxies);
  const authenticate = createAuthenticate({ projects: options.projects, clientAddress });
  const deps: EndpointDeps = {
    ...options,
    jobText: createJobText(options.links),
    inFlight: createInFlight(clock),
    streamPlaces: createPlaces({
      perProject: limits.http.streamsPerProjectMax,
      message: `This project has ${limits.http.streamsPerProjectMax} event streams open, the most there may be. Close one first.`,
    }),
    uploadPlaces: createPlaces({
      perProject: limits.rate.uploadsAtOnce,
      message: `This project sends ${limits.rate.uploadsAtOnce} logs already, the most at once. Wait for one to end.`,
    }),
    exportPlaces: createPlaces({
      perProject: limits.export.atOnce,
      message: `This project has ${limits.export.atOnce} exports under way, the most at once. Wait for one to end.`,
    }),
    stopping: stop.signal,
  };
  const rates = {
    agentCalls: createRateLimit({
      name: "agent-calls",
      quota: settings.agentCallsPerHour,
      windowMs: hourMs,
      burst: settings.agentCallsPerHour,
      clock,
    }),
    reads: createRateLimit({
      name: "reads",
      quota: settings.readsPerHour,
      windowMs: hourMs,
      burst: limits.rate.readsBurst,
      clock,
    }),
    eventBatches: createRateLimit({
      name: "event-batches",
      quota: settings.eventBatchesPerMinute,
      windowMs: minuteMs,
      burst: settings.eventBatchesPerMinute,
      clock,
    }),
  };
  const endpoints = [...agentEndpoints, ...visitorEndpoints, ...collectEndpoints];
  const pages = [
    ...collectRoutes({ ...options, clientAddress }),
    ...hookRoutes({ ...options, clientAddress }),
    ...pullRequestRoutes(options),
    ...operationRoutes({ ...options, clientAddress }),
    ...docsRoutes(),
    ...screenRoutes(options),
    ...dashboardRoutes([...agentEndpoints, ...visitorEndpoints], { ...deps, clientAddress, charge }),
  ];
  const openRoutes = [...pages, openapiRoute(options, endpoints, pages)];
  const table = createRouteTable([
    ...[...endpoints, ...openRoutes].map(({ method, path }) => ({ method, path })),
  ]);

  function fail(exchange: Exchange, error: unknown): Response {
    const problem = toAppError(error);
    // What a caller cannot act on, the operator must hear of: a fault of ours, a full disk.
    if (problem.code === "internal" || (problem.code === "unavailable" && problem.cause !== undefined)) {
      const { requestId, route } = exchange;
      log.error({ error, requestId, route }, "a request failed");
    }
    return isOpenedByPerson(exchange.incoming)
      ? answerProblemPage(exchange, problem)
      : answerProblem(exchange, problem);
  }

  /** Takes a call from one of a project's limits, or throws `rate_limited`. */
  function charge(rate: RateName | null, exchange: Exchange, subject: string): void {
    const taken = rate === null ? null : rates[rate].take(subject);
    if (taken === null) return;
    exchange.rateHeaders = taken.headers;
    if (taken.retryAfterSeconds !== null) throw overRate(taken.retryAfterSeconds);
  }

  /** R23 up to the rate limit; the endpoint does the rest. */
  async function run(endpoint: Endpoint, c: HttpContext): Promise<Response> {
    const exchange = c.env;
    exchange.route = endpoint.path;
    try {
      const key = await authenticate(exchange, { fromQuery: endpoint.collects });
      if (c.req.param("projectId") !== key.project.id) throw noProject();
      requireScope(key.apiKey.scope, endpoint, exchange);
      charge(endpoint.rate, exchange, key.project.id);
      const jobId = c.req.param("id") ?? null;
      const checkAccess = () => authenticate(exchange);
      return await endpoint.answer({
        exchange,
        deps,
        project: key.project,
        caller: key.apiKey.id,
        origin: { kind: "key", name: key.apiKey.name },
        checkAccess,
        jobId,
      });
    } catch (error) {
      return fail(exchange, error);
    }
  }

  /** No route takes this method and path. */
  async function refuse(c: HttpContext): Promise<Response> {
    const exchange = c.env;
    try {
      if (needsKey(c.req.path)) await authenticate(exchange);
      const match = table.find(c.req.path);
      if (match === null) throw noRoute();
      exchange.route = match.path;
      throw new AppError("method_not_allowed", `This path takes ${match.allow.join(", ")}.`, {
        fields: { allow: match.allow },
      });
    } catch (error) {
      return fail(exchange, error);
    }
  }

  // One regular expression for all routes; what it cannot take fails at the first request instead of slowing each.
  const app = new Hono<{ Bindings: Exchange }>({ router: new RegExpRouter() });
  for (const endpoint of endpoints)
    app.on(endpoint.method.toUpperCase(), honoPath(endpoint.path), (c) => run(endpoint, c));
  for (const route of openRoutes)
    app.on(route.method.toUpperCase(), honoPath(route.path), async (c) => {
      c.env.route = route.path;
      try {
        return await route.answer(c.env, (name) => c.req.param(name) ?? "");
      } catch (error) {
        return fail(c.env, error);
      }
    });
  app.notFound(refuse);
  app.onError((error, c) => fail(c.env, error));

  return { app, listen: createServing({ app, clock, log, metrics: options.metrics, stop }) };
}

/** Below these, nothing is told to those without a key (R23). Collecting and hooks have other ways in. */
function needsKey(path: string): boolean {
  if (/^\/v1\/(?:collect|hooks)(?:\/|$)/u.test(path)) return false;
  return path.startsWith("/v1/") || path.startsWith("/v2/");
}

function requireScope(scope: Scope, endpoint: Endpoint, { incoming }: Exchange): void {
  if (scope === "read" && !isRead(incoming.method))
    throw new AppError("forbidden", "This API key may only read. Use one with the scope write.");
  if (scope === "collect" && !endpoint.collects)
    throw new AppError(
      "forbidden",
      "This API key may only send events and logs. Use one with the scope read or write.",
    );
}

function noProject(): AppError {
  return new AppError("not_found", "There is no such project for this API key. Check the project's id.");
}

function noRoute(): AppError {
  return new AppError("not_found", "There is nothing at this address. /docs shows what there is.");
}

function overRate(retryAfterSeconds: number): AppError {
  return new AppError(
    "rate_limited",
    `The project has used up its calls. Try again in ${retryAfterSeconds} s.`,
    { fields: { retryAfterSeconds } },
  );
}
