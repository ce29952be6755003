import pg from "pg";
import { limits } from "../limits.ts";
import { pause } from "../std/clock.ts";
import { newId } from "../std/id.ts";
import type { createChannels } from "./channels.ts";

/** All wake-ups use this channel. Their payload is the sender and the name of the channel in `Database.notify`. */
const channel = "docwright";

export interface Listener {
  /** Wakes the listeners in this process immediately, and those in other processes soon. */
  notify(name: string): void;
  close(): Promise<void>;
}

interface ListenerDeps {
  readonly config: pg.ClientConfig;
  readonly channels: ReturnType<typeof createChannels>;
  /** Sends a statement on another connection. */
  readonly send: (text: string, values: readonly unknown[]) => Promise<unknown>;
  /** Called on each new connection, before it listens. If it throws, the connection is closed and tried again. */
  readonly prepare: (client: pg.Client) => Promise<void>;
}

/**
 * Keeps a connection that listens for wake-ups from other processes, and opens a new one if it is lost. Wake-ups that
 * are sent in between are lost, so all listeners are woken afterwards. Throws if the first connection fails.
 */
export async function openListener(deps: ListenerDeps): Promise<Listener> {
  const { channels } = deps;
  const sender = newId("wrk");
  const waiting = new Set<string>();
  let closed = false;
  let sending: Promise<unknown> = Promise.resolve();
  let client = await connect();
  let reconnecting: Promise<void> = Promise.resolve();

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client(deps.config);
    let isReady = false;
    next.on("notification", ({ payload = "" }) => {
      const [from, name] = payload.split(" ", 2);
      if (from !== sender && name !== undefined) channels.notify(name);
    });
    // pg also emits an error when it rejects the pending statement, for example while connecting.
    next.on("error", () => undefined);
    next.on("end", () => {
      if (isReady && !closed) reconnecting = reconnect();
    });
    try {
      await next.connect();
      await deps.prepare(next);
      await next.query(`listen ${channel}`);
      isReady = true;
      return next;
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
  }

  async function reconnect(): Promise<void> {
    while (!closed) {
      await pause(limits.store.connectEveryMs);
      try {
        const next = await connect();
        client = next;
        if (closed) return await next.end();
        channels.wakeAll();
        return;
      } catch {
        // The server isn't back yet. Listeners poll in the meantime.
      }
    }
  }

  async function sendAll(): Promise<void> {
    // Wake-ups that happen in the same turn of the event loop are sent together.
    await Promise.resolve();
    const names = [...waiting].map((name) => `${sender} ${name}`);
    waiting.clear();
    await deps.send(`select pg_notify('${channel}', name) from unnest($1::text[]) as name`, [names]);
  }

  return {
    notify(name) {
      channels.notify(name);
      if (waiting.size === 0) sending = Promise.all([sending, sendAll().catch(() => undefined)]);
      waiting.add(name);
    },
    async close() {
      closed = true;
      await sending;
      await client.end().catch(() => undefined);
      await reconnecting;
    },
  };
}
