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
    .description("start the service: the HTTP interface and the agent")
    .option("--port <port>", "the port to listen on; 0 takes a free one (default: DOCWRIGHT_PORT or 4400)")
    .option("--host <address>", "the address to bind (default: DOCWRIGHT_HOST or 127.0.0.1)")
    .option("--data <folder>", "the data folder (default: DOCWRIGHT_DATA or .docwright)")
    .option("--role <role>", "all, or with a shared database: api or worker", "all")
    .addHelpText(
      "after",
      "\nExamples:\n  docwright serve\n  docwright serve --port 8080 --data /srv/docwright",
    )
    .action(async ({ role, ...overrides }: ServeOptions) => {
      if (!["all", "api", "worker"].includes(role))
        throw new UsageError(`--role is all, api or worker, not ${role}.`);
      const config = serviceConfig({}, overrides);
      if (role !== "all" && config.databaseUrl === undefined)
        throw new UsageError(
          `--role ${role} needs DOCWRIGHT_DATABASE_URL: an embedded data folder has one process.`,
        );
      const service = await startService(config);
      // Whoever read standard error may go away; the service stays.
      process.stderr.on("error", () => undefined);
      say(`Docwright listens on ${service.url}`);
      const link = await service.app.inviteFirstOwner();
      if (link !== null)
        say(`Nobody can sign in to the dashboard yet. This link, once, makes its owner:\n  ${link}`);
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

/** Everything that `serve` is: the data folder held, HTTP and the local socket open, the worker at work. */
export async function startService(config: Config): Promise<Service> {
  const { app, held } = await holdAndCompose(config);
  let socket: Awaited<ReturnType<typeof serveSocket>> | null = null;
  const stop = async () => {
    held.sayStopping();
    // An open socket would keep the process alive, also where the port was taken.
    await socket?.close();
    await app.close();
    held.release();
  };
  try {
    socket = await serveSocket(socketPath(config.data), callOperations(createOperations(app)));
    held.sayListening();
    const { url } = await app.listen();
    app.startWorker();
    return { app, url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Resolves at the first SIGTERM or SIGINT; the second one ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
  });
}
