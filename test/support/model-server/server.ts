import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { modelProviders, type ProviderName, providerNames } from "../../../src/model-providers.ts";
import type { Answer, Refused, Reply, Wire } from "./answer.ts";
import { anthropicWire } from "./anthropic.ts";
import { chatWire } from "./chat.ts";
import { googleWire } from "./google.ts";
import { responsesWire } from "./responses.ts";

const wires: readonly Wire[] = [anthropicWire, chatWire, responsesWire, googleWire];

/** A request as received. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/**
 * A model's script: returns the response to the n-th request in a conversation, counting from 0; null makes the request
 * fail as if there were no script.
 */
export type Script = (asked: Asked, request: number) => Answer | Promise<Answer>;

export interface ModelServer {
  /** For a provider's base URL; the provider adds the path. */
  readonly url: string;
  /** Environment variables that set the base URL for any provider and format. */
  readonly environment: Readonly<Record<string, string>>;
  /** Adds a script for the prompts with this marker: `[[mark]]`. */
  play(mark: string, script: Script): void;
  /** The script for requests without a marker. */
  playAll(script: Script): void;
  /** All requests of a conversation, oldest first. */
  asked(mark: string): readonly Asked[];
  close(): Promise<void>;
}

/** The providers' keys. Those of some providers have a prefix that scanners know. */
const prefixes: Partial<Record<ProviderName, string>> = { anthropic: "sk-ant", openai: "sk", google: "AIza" };
export const keys = Object.fromEntries(
  providerNames.map((name, at) => [name, `${prefixes[name] ?? name}-canary-3fQ9xW7${at}`]),
) as Readonly<Record<ProviderName, string>>;

/** Serves the wire formats of all providers on loopback, as scripted. */
export async function openModelServer(): Promise<ModelServer> {
  const scripts = new Map<string, Script>();
  const log = new Map<string, Asked[]>();
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const body = await text(request).catch(() => null);
    // The client disconnected in the meantime.
    if (body === null) return;
    const asked: Asked = { path, headers: request.headers, body };
    const mark = /\[\[([a-z0-9-]+)\]\]/u.exec(asked.body)?.[1] ?? "";
    const wire = wires.find((one) => one.path.test(path));
    const script = scripts.get(mark);
    if (wire === undefined || script === undefined) {
      response.writeHead(404).end();
      return;
    }
    const before = log.get(mark) ?? [];
    log.set(mark, [...before, asked]);
    const given = await script(asked, before.length);
    if ("status" in given) refuse(response, wire, given);
    else stream(response, wire, given);
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    environment: Object.fromEntries(
      modelProviders.flatMap(({ name, keyVariable, urlVariable, defaultUrl }): [string, string][] => [
        [keyVariable, keys[name]],
        // The path of the provider's own server.
        [urlVariable, `${url}${defaultUrl === null ? "/v1" : new URL(defaultUrl).pathname}`],
      ]),
    ),
    play: (mark, script) => scripts.set(mark, script),
    playAll: (script) => scripts.set("", script),
    asked: (mark) => log.get(mark) ?? [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function refuse(response: ServerResponse, wire: Wire, refused: Refused): void {
  const body = refused.body ?? JSON.stringify(wire.errorBody(refused));
  response.writeHead(refused.status, { "content-type": "application/json", ...refused.headers }).end(body);
}

function stream(response: ServerResponse, wire: Wire, reply: Reply): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const events = wire.events(reply);
  const { breaks } = reply;
  if (breaks === undefined) {
    response.end(events.join(""));
    return;
  }
  const sent = events.slice(0, breaks.after).join("");
  const write = (more: string, then: () => void) => {
    if (sent + more === "") {
      response.flushHeaders();
      then();
    } else response.write(sent + more, then);
  };
  switch (breaks.how) {
    case "cut":
      return write("", () => response.destroy());
    case "end":
      return write("", () => response.end());
    case "stall":
      return write("", () => undefined);
    case "garbage":
      return write("data: {not json\n\n", () => response.end());
    case "error":
      return write(wire.errorEvent, () => response.end());
  }
}
