import { chmodSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { json } from "node:stream/consumers";
import { AppError, type ErrorCode } from "../errors.ts";
import { openSocketPath } from "../std/socket-path.ts";

/** How long a command waits for `serve` to accept its call, and then for the result. */
const acceptMs = 10_000;
const answerMs = 120_000;
/** Enough for the largest attachments, in base64. */
const bodyBytesMax = 16 * 1024 * 1024;

export type Call = (operation: string, args: readonly unknown[]) => Promise<unknown>;

/**
 * Serves operations to commands that the service's own user runs. Only that user can open the socket, because the
 * folder has mode 0700 and the socket 0600.
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
      outgoing.writeHead(200, { "content-type": "application/json" }).flushHeaders();
      void answer(call, (incoming.url ?? "/").slice(1), body).then((answered) => {
        outgoing.end(JSON.stringify(answered));
      });
    });
  });
  await using undo = new AsyncDisposableStack();
  const at = undo.use(await openSocketPath(path));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(at.path, resolve);
  });
  chmodSync(path, 0o600);
  // Kept until `close`, because the server needs the same path again to remove its socket when it closes.
  const kept = undo.move();
  return {
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await kept.disposeAsync();
    },
  };
}

type Answer = { readonly result: unknown } | { readonly error: { code: ErrorCode; message: string } };

async function answer(call: Call, operation: string, body: string): Promise<Answer> {
  try {
    return { result: (await call(operation, JSON.parse(body) as readonly unknown[])) ?? null };
  } catch (error) {
    if (error instanceof AppError) return { error: { code: error.code, message: error.message } };
    return {
      error: {
        code: "internal",
        message: "The service failed to carry out the command. See its log for the cause.",
      },
    };
  }
}

/**
 * Reports whether a process accepts connections on this socket. The file alone proves nothing, because a killed `serve`
 * leaves it behind.
 */
export async function isListening(path: string): Promise<boolean> {
  await using at = await openSocketPath(path);
  return await new Promise((resolve) => {
    const socket = connect(at.path);
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/**
 * Calls operations in the `serve` process that listens on this socket. Throws the service's errors, or `unavailable` if
 * the service does not respond.
 */
export function callSocket(path: string): Call {
  return async (operation, args) => {
    const answered = await send(path, operation, args).catch((cause: unknown) => {
      throw new AppError(
        "unavailable",
        "The running service is not responding. Try again in a moment, or restart it.",
        { cause },
      );
    });
    if ("error" in answered) throw new AppError(answered.error.code, answered.error.message);
    return answered.result;
  };
}

async function send(path: string, operation: string, args: readonly unknown[]): Promise<Answer> {
  await using at = await openSocketPath(path);
  return await new Promise<Answer>((resolve, reject) => {
    const outgoing = request({
      socketPath: at.path,
      path: `/${operation}`,
      method: "POST",
      timeout: acceptMs,
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("timeout")));
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      outgoing.setTimeout(answerMs);
      json(incoming).then((answered) => resolve(answered as Answer), reject);
    });
    outgoing.end(JSON.stringify(args));
  });
}
