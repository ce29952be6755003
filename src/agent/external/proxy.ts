import { createServer, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { limits } from "../../limits.ts";
import type { AddressGuard } from "../../projects/index.ts";
import { openSocketPath } from "../../std/socket-path.ts";

export interface ProxyParts {
  /** Of ours alone; the socket is made in it. */
  readonly folder: string;
  /** `name` or `name:port`, in lower case. */
  readonly hosts: readonly string[];
  readonly guard: Pick<AddressGuard, "resolve">;
}

export interface Proxy {
  close(): Promise<void>;
}

/** The name of the socket in its folder. */
export const proxySocket = "proxy";

/**
 * The only way out of a sandbox: a socket that takes `CONNECT host:port` for the hosts of a list, looks their
 * addresses up itself and lets the guard of R66 refuse private ones. What is in the tunnel is not looked at; anything
 * but a tunnel is refused.
 */
export async function openProxy({ folder, hosts, guard }: ProxyParts): Promise<Proxy> {
  const allowed = new Set(hosts.map((host) => (/:[0-9]+$/u.test(host) ? host : `${host}:443`)));
  const open = new Set<Duplex>();
  const ended = new AbortController();
  const server = createServer((_request, response) => {
    response.writeHead(403, { connection: "close" }).end("Only CONNECT to a host of the list.\n");
  });

  async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const target = (request.url ?? "").toLowerCase();
    if (!allowed.has(target)) return refuse(client, "403 Forbidden");
    if (open.size > limits.external.connectionsMax) return refuse(client, "503 Service Unavailable");
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(limits.external.connectMs)]);
    try {
      const pinned = await guard.resolve(`https://${target}/`, signal);
      const remote = await connectToOne(pinned?.addresses ?? [], pinned?.port ?? 443, signal);
      open.add(remote);
      remote
        .on("error", () => client.destroy())
        .on("close", () => {
          open.delete(remote);
          client.destroy();
        });
      client.on("close", () => remote.destroy());
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      remote.write(head);
      remote.pipe(client).pipe(remote);
    } catch {
      // Refused by the guard, or not to be reached: the agent need not know which.
      refuse(client, "502 Bad Gateway");
    }
  }

  server.on("connect", (request, client, head) => {
    open.add(client);
    client.on("error", () => client.destroy()).on("close", () => open.delete(client));
    void tunnel(request, client, head);
  });
  await using undo = new AsyncDisposableStack();
  const { path } = undo.use(await openSocketPath(join(folder, proxySocket)));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(path, resolve);
  });
  // Kept until the end: a server that closes removes its socket by the path that it was given.
  const at = undo.move();
  return {
    async close() {
      ended.abort();
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await at.disposeAsync();
    },
  };
}

function refuse(client: Duplex, status: string): void {
  client.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);
}

/** To the first of the checked addresses that answers; no name is looked up again. */
async function connectToOne(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  let problem: unknown = new Error("no address");
  for (const host of addresses) {
    signal.throwIfAborted();
    try {
      return await connectTo(host, port, signal);
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

function connectTo(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const abort = () => socket.destroy(new Error("took too long"));
    signal.addEventListener("abort", abort, { once: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      signal.removeEventListener("abort", abort);
      socket.off("error", reject);
      resolve(socket);
    });
  });
}
