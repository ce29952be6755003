import type { ProjectId } from "../../src/projects/index.ts";
import type { ManualClock } from "../../src/std/clock.ts";
import { chrome } from "./collect.ts";
import { addProject, type HttpService, openHttp } from "./http.ts";
import { type Answer, type Client, openClient } from "./http-client.ts";

/** A service that a site's server tells of visits, with a key that may write, to the project of the latest `begin`. */
export interface Collecting {
  readonly service: HttpService;
  readonly client: Client;
  readonly projectId: ProjectId;
  readonly key: string;
  /** A project without events, since projects share nothing. */
  begin(): Promise<void>;
  /** The address of what belongs to the project. */
  at(path: string): string;
  send(events: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A body as it is, of NDJSON where `headers` do not say otherwise. */
  sendBytes(body: Uint8Array<ArrayBuffer> | string, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export async function openCollecting(clock: ManualClock): Promise<Collecting> {
  const service = await openHttp({ clock });
  const client = await openClient(service);
  let { id: projectId } = service.project;
  let key = "";
  const at = (path: string) => `/v1/analytics/${projectId}/${path}`;
  return {
    service,
    client,
    get projectId() {
      return projectId;
    },
    get key() {
      return key;
    },
    async begin() {
      projectId = (await addProject(service.projects, "Docs")).id;
      key = (await service.projects.createKey(projectId, { name: "test", scope: "write" })).key;
    },
    at,
    send: (events, headers = {}) => client.call(at("events"), { method: "POST", key, json: events, headers }),
    sendBytes: (body, headers = {}) =>
      client.call(at("events"), {
        method: "POST",
        key,
        body,
        headers: { "content-type": "application/x-ndjson", ...headers },
      }),
    close: () => service.close(),
  };
}

/** One view of `/a` by the same browser, but for what is said. */
export const visit = (fields: object = {}) => ({
  path: "/a",
  ip: "203.0.113.7",
  userAgent: chrome,
  ...fields,
});
