import type { Command } from "commander";
import type { App } from "../compose.ts";
import type { Config } from "../config.ts";
import { socketPath } from "./data-folder.ts";
import { serveSocket } from "./local-socket.ts";
import { callOperations, createOperations } from "./operations/index.ts";
import { say, UsageError } from "./output.ts";
import { holdAndCompose, serviceConfig } from "./service.ts";

interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly data?: string;
  readonly role: string;
}

export function addServe(program: Command): void {
  program
    .command("serve")
    .description("start the service: HTTP API, dashboard and agent")
    .option("--port <port>", "the port to listen on; 0 picks a free one (default: DOCWRIGHT_PORT or 4400)")
    .option("--host <address>", "the address to bind (default: DOCWRIGHT_HOST or 127.0.0.1)")
    .option("--data <folder>", "the data folder (default: DOCWRIGHT_DATA or .docwright)")
    .option("--role <role>", "all or, with a shared database, api or worker", "all")
    .addHelpText(
      "after",
      "\nExamples:\n  docwright serve\n  docwright serve --port 8080 --data /srv/docwright",
    )
    .action(async ({ role, ...overrides }: ServeOptions) => {
      if (!["all", "api", "worker"].includes(role))
        throw new UsageError(`--role must be all, api or worker, not ${role}.`);
      const config = serviceConfig({}, overrides);
      if (role !== "all" && config.databaseUrl === undefined)
        throw new UsageError(
          `--role ${role} needs DOCWRIGHT_DATABASE_URL: an embedded store allows only one process.`,
        );
      if (role !== "all")
        throw new UsageError(
          `--role ${role} is not supported by this version: one process serves a database. Omit --role.`,
        );
      const service = await startService(config);
      // The service keeps running if the reader of standard error goes away.
      process.stderr.on("error", () => undefined);
      say(`Docwright is listening on ${service.url}`);
      const link = await service.app.inviteFirstOwner();
      if (link !== null)
        say(`The dashboard has no owner yet. Create one with this one-time link:\n  ${link}`);
      await untilStopped();
      say("Stopping …");
      await service.stop();
    });
}

export interface Service {
  readonly app: App;
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a complete service: locks the data folder, listens on HTTP and on the local socket, and starts the worker. */
export async function startService(config: Config): Promise<Service> {
  const { app, held } = await holdAndCompose(config);
  let socket: Awaited<ReturnType<typeof serveSocket>> | null = null;
  const stop = async () => {
    held.sayStopping();
    // An open socket would keep the process alive, for example after startup failed because the port was in use.
    await socket?.close();
    await app.close();
    held.release();
  };
  try {
    socket = await serveSocket(socketPath(config.data), callOperations(createOperations(app)));
    held.sayListening();
    const { url } = await app.listen();
    await app.people.prepare();
    app.startWorker();
    return { app, url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Resolves on the first SIGTERM or SIGINT; a second one ends the process immediately. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
  });
}
