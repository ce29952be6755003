import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { visitsBetween } from "./visits.ts";
import type { Json, Service, World } from "./world.ts";

/** State and steps shared by the chapters of the story. */
export interface Scene {
  readonly world: World;
  /** Projects. `docs` has most of the data, and `old` is deleted. */
  readonly ids: { docs: string; handbook: string; old: string };
  /** Responses that later chapters need, by name. */
  readonly kept: Record<string, Json>;
  /** Return paths of the project `docs`: in its API, in its dashboard, and in the API of one of its jobs. */
  agent(path: string): string;
  screen(path: string): string;
  ofJob(job: Json, verb: string): string;
  /** Sends the visits since the last call to two projects, as an array and as NDJSON. */
  sendVisits(service: Service): Promise<void>;
  /** Resolves when every delivery has been attempted and no automation is running. */
  untilQuiet(service: Service): Promise<void>;
}

export function createScene(world: World): Scene {
  const ids = { docs: "", handbook: "", old: "" };
  const agent = (path: string) => `/v2/agent/${ids.docs}/${path}`;
  const screen = (path: string) => `/dashboard/projects/${ids.docs}/${path}`;
  let sentUntil = "2026-07-01T00:00:00Z";

  return {
    world,
    ids,
    kept: {},
    agent,
    screen,
    ofJob: (job, verb) => agent(`job/${job.id}/${verb}`),
    async sendVisits({ post, time }) {
      await post("Edge", `/v1/analytics/${ids.docs}/events`, visitsBetween(sentUntil, time));
      const lines = visitsBetween(sentUntil, time, 5).map(({ path, ...visit }) =>
        JSON.stringify({ ...visit, url: `https://docs.example.com/handbook${path}` }),
      );
      const headers = { "content-type": "application/x-ndjson" };
      await post("Handbook", `/v1/analytics/${ids.handbook}/events`, lines.join("\n"), headers);
      sentUntil = time;
    },
    async untilQuiet({ get }) {
      const { webhooks } = await get("Ada", screen("webhooks"));
      const { automations } = await get("Ada", screen("automations"));
      const logs = [
        ...webhooks.map(({ id }: Json) => `webhooks/${id}/deliveries`),
        ...automations.map(({ id }: Json) => `automations/${id}/runs`),
      ];
      for (const log of logs) {
        const isBusy = async () => {
          const { deliveries = [], runs = [] } = await get("Ada", screen(log));
          return deliveries.some(isUntried) || runs.some(({ status }: Json) => status !== "done");
        };
        while (await isBusy()) await pause(200);
      }
    },
  };
}

const isUntried = ({ status, attempts }: Json) => status === "waiting" && attempts === 0;

export const inJson = { "content-type": "application/json" };

/** The token in a link, after the `#`. */
export const tokenOf = ({ link }: Json): string => link.split("#")[1] ?? "";

/** A webhook delivery, signed as by GitHub. */
export function signed(secret: string, event: string, payload: object) {
  const body = JSON.stringify(payload);
  const headers = {
    ...inJson,
    "x-github-event": event,
    "x-github-delivery": `${event}-1`,
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  };
  return { headers, body };
}
