import { chmodSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { AppError, type ErrorCode } from "../errors.ts";

/** How long a command waits for `serve` to answer. */
const answerMs = 120_000;
const bodyBytesMax = 4 * 1024 * 1024;

export type Call = (operation: string, input: unknown) => Promise<unknown>;

/**
 * Serves operations to other commands of this machine's user. Only the user may open the socket: its folder is 0700
 * and itself 0600, so there is no other authentication.
 */
export async function serveSocket(path: string, call: Call): Promise<{ close(): Promise<void> }> {
  rmSync(path, { force: true });
  const server = createServer((incoming, outgoing) => {
    let body = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => {
      body += chunk;
      if (body.length > bodyBytesMax) incoming.destroy();
    });
    incoming.on("end", () => {
      void answer(call, (incoming.url ?? "/").slice(1), body).then((answered) => {
        outgoing.setHeader("content-type", "application/json");
        outgoing.end(JSON.stringify(answered));
      });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answer = { readonly result: unknown } | { readonly error: { code: ErrorCode; message: string } };

async function answer(call: Call, operation: string, body: string): Promise<Answer> {
  try {
    return { result: (await call(operation, JSON.parse(body))) ?? null };
  } catch (error) {
    if (error instanceof AppError) return { error: { code: error.code, message: error.message } };
    return { error: { code: "internal", message: "The service failed at this. Its log has the cause." } };
  }
}

/** Whether somebody takes connections there: the file alone may be what a killed `serve` left. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Calls operations of the `serve` that listens there. Throws what it threw; `unavailable` where nobody listens. */
export function callSocket(path: string): Call {
  return (operation, input) =>
    new Promise((resolve, reject) => {
      const unreachable = (cause: unknown) =>
        reject(
          new AppError(
            "unavailable",
            "The running service does not answer. Stop it, or try again in a moment.",
            { cause },
          ),
        );
      const outgoing = request({
        socketPath: path,
        path: `/${operation}`,
        method: "POST",
        timeout: answerMs,
      });
      outgoing.on("timeout", () => outgoing.destroy(new Error("timeout")));
      outgoing.on("error", unreachable);
      outgoing.on("response", (incoming) => {
        let body = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (chunk: string) => {
          body += chunk;
        });
        incoming.on("error", unreachable);
        incoming.on("end", () => {
          const answered = JSON.parse(body) as Answer;
          if ("error" in answered) reject(new AppError(answered.error.code, answered.error.message));
          else resolve(answered.result);
        });
      });
      outgoing.end(JSON.stringify(input ?? null));
    });
}
