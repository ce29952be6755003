import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Log, Metrics } from "../observe/index.ts";
import type { Clock } from "../std/clock.ts";
import { answerRaw, closeAfter, hasUnreadBody } from "./connection.ts";
import { beginExchange, type Exchange } from "./exchange.ts";
import type { Http } from "./http.ts";
import { toErrorResponse } from "./problem.ts";
import { createRequestLog } from "./request-log.ts";

interface Serving {
  readonly app: Hono<{ Bindings: Exchange }>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Aborted when the service stops. */
  readonly stop: AbortController;
}

/** Serves the app over HTTP/1.1. */
export function createServing(serving: Serving): Http["listen"] {
  const { app, clock, stop } = serving;
  const { http } = limits;
  const active = new Map<IncomingMessage, Exchange>();
  const record = createRequestLog(serving);

  const server = createServer({
    // A missing Host is answered by us, in our own form.
    requireHostHeader: false,
    maxHeaderSize: http.headerBytesMax,
    headersTimeout: http.headersMs,
    // Bodies have their own deadline where they are read whole; an upload goes on as long as something arrives.
    requestTimeout: 0,
    keepAliveTimeout: http.keepAliveMs,
    connectionsCheckingInterval: 1000,
  });
  server.timeout = http.idleMs;
  server.maxConnections = http.connectionsMax;

  const toApp = getRequestListener(
    (request, { incoming, outgoing }) => {
      const [one, other] = [incoming as IncomingMessage, outgoing as ServerResponse];
      const exchange = active.get(one) ?? begin(one, other);
      const response = app.fetch(request, exchange);
      return response instanceof Promise
        ? response.then((answer) => finish(exchange, answer))
        : finish(exchange, response);
    },
    { autoCleanupIncoming: false },
  );

  function finish(exchange: Exchange, answer: Response): Response {
    if (stop.signal.aborted || hasUnreadBody(exchange)) closeAfter(exchange, clock);
    return answer;
  }

  function begin(incoming: IncomingMessage, outgoing: ServerResponse): Exchange {
    const exchange = beginExchange(incoming, outgoing, clock.now());
    active.set(incoming, exchange);
    outgoing.on("close", end);
    return exchange;
  }

  /** One function for all requests. */
  function end(this: ServerResponse): void {
    const exchange = active.get(this.req);
    if (exchange === undefined) return;
    active.delete(this.req);
    record(exchange);
    if (stop.signal.aborted) server.closeIdleConnections();
  }

  function take(incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean): void {
    const exchange = begin(incoming, outgoing);
    exchange.expectsContinue = expectsContinue;
    if (stop.signal.aborted) return refuse(exchange, stopping());
    const problem = problemOfTarget(incoming);
    if (problem !== null) return refuse(exchange, problem);
    // The name a client calls us by means nothing here: links are built from the base URL. So no Host, however odd,
    // reaches what parses URLs.
    incoming.headers.host = "localhost";
    void toApp(incoming, outgoing);
  }

  /** Answers what cannot reach the app. */
  function refuse(exchange: Exchange, error: AppError): void {
    const { status, headers, body } = toErrorResponse(exchange, error);
    closeAfter(exchange, clock);
    const length = { "content-length": String(Buffer.byteLength(body)) };
    exchange.outgoing.writeHead(status, { ...headers, ...length }).end(body);
  }

  server.on("request", (incoming, outgoing) => take(incoming, outgoing, false));
  server.on("checkContinue", (incoming, outgoing) => take(incoming, outgoing, true));
  server.on("checkExpectation", (incoming, outgoing) =>
    refuse(begin(incoming, outgoing), badRequest("The Expect header is not one that is understood.")),
  );
  server.on("connect", (_incoming, socket) => {
    answerRaw(socket, badRequest("CONNECT is not taken: this is not a proxy."), clock);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const current = [...active.values()].find(({ outgoing }) => outgoing.socket === socket);
    // An answer is on its way: another one in the middle of it would be read as part of it.
    if (current?.outgoing.headersSent === true || !socket.writable) return void socket.destroy();
    answerRaw(socket, badRequest(sentences[error.code ?? ""] ?? "The request is not valid HTTP."), clock);
  });

  return async (at) => {
    await bind(server, at);
    const { port } = server.address() as AddressInfo;
    return { port, close: (deadlineMs) => close({ server, active, stop, clock }, deadlineMs) };
  };
}

/** What node refuses before there is a request. */
const sentences: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `The request's line and headers are too large: at most ${limits.http.headerBytesMax} bytes are taken.`,
  ERR_HTTP_REQUEST_TIMEOUT: "The request's headers took too long to arrive. Send it again.",
};

function badRequest(message: string): AppError {
  return new AppError("invalid_request", message, { fields: { details: [{ message }] } });
}

/** Null for a target that the app can read. */
function problemOfTarget({ url = "", headers, httpVersionMinor }: IncomingMessage): AppError | null {
  if (headers.host === undefined && httpVersionMinor > 0) return badRequest("The Host header is missing.");
  const path = url.split("?", 1)[0] ?? "";
  const isTarget = url.startsWith("/") || (/^https?:/u.test(url) && URL.canParse(url));
  return isTarget && !path.includes("\\") ? null : badRequest("The request's target is not a path.");
}

function bind(server: Server, at: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      const message = `${at.host} port ${at.port} cannot be listened on. Stop what uses it, or choose another with --port or DOCWRIGHT_PORT.`;
      reject(new AppError("conflict", message, { cause }));
    });
    server.listen(at, resolve);
  });
}

interface Closing {
  readonly server: Server;
  readonly active: ReadonlyMap<IncomingMessage, Exchange>;
  readonly stop: AbortController;
  readonly clock: Clock;
}

async function close({ server, active, stop, clock }: Closing, deadlineMs: number): Promise<void> {
  stop.abort(stopping());
  // What has arrived on idle connections is answered: closing them over unread bytes would reset them.
  await nextTurn();
  await nextTurn();
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  for (const exchange of active.values()) closeAfter(exchange, clock);
  const late = new AbortController();
  const deadline = clock.sleep(deadlineMs, late.signal).catch(() => undefined);
  await Promise.race([closed, deadline]);
  late.abort();
  server.closeAllConnections();
  await closed;
}

function stopping(): AppError {
  return new AppError("unavailable", "The service is stopping. Send the request again in a few seconds.");
}
