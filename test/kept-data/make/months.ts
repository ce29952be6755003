import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Classification } from "../../../src/analytics/index.ts";
import type { ProjectId } from "../../../src/projects/index.ts";
import { formOf } from "../../support/attachments.ts";
import type { Scene } from "./scene.ts";
import { toCombinedLog, visitsBetween } from "./visits.ts";
import type { Service } from "./world.ts";

/** A merged job, a closed job and a failed job. */
export async function july(scene: Scene, service: Service): Promise<void> {
  const { kept, agent, ofJob } = scene;
  const { post, run } = service;
  await scene.sendVisits(service);
  const merged = await run("CI", agent("job"), { prompt: "rename deployment to release" });
  await post("CI", ofJob(merged, "pull-request/merge"));
  kept.closed = await run("CI", agent("job"), {
    prompt: "set description of /concepts to What Acme Cloud is made of",
    title: "Describe the concepts",
    branch: "docs/describe-concepts",
  });
  await post("CI", ofJob(kept.closed, "pull-request/close"));
  await run("CI", agent("job"), { prompt: "Write a guide about single sign-on" }, "failed");
  await scene.untilQuiet(service);
}

/** A follow-up, jobs that change nothing, the first sealed days, and a deleted project. */
export async function august(scene: Scene, service: Service): Promise<void> {
  const { ids, kept, agent, ofJob } = scene;
  const { app, post, run } = service;
  await scene.sendVisits(service);
  kept.idle = await run("CI", agent("job"), { prompt: "move the page guides/rollbacks to guides/roll-back" });
  await run("CI", ofJob(kept.idle, "message"), { prompt: "rename Acme Cloud to Acme Platform" });
  await run("CI", agent("job"), { prompt: "fix broken links" });
  await run("CI", agent("job"), { prompt: "delete the page guides/nowhere" }, "failed");
  await run("Old", `/v2/agent/${ids.old}/job`, { prompt: "rename Acme Cloud to Acme Classic" });
  const visits = visitsBetween("2026-08-01T00:00:00Z", "2026-08-10T00:00:00Z");
  await post("Old", `/v1/analytics/${ids.old}/events`, visits);
  await post("Ada", `/dashboard/projects/${ids.old}/remove`, { name: "Old docs" });
  await app.analytics.counts.maintain();
  await scene.untilQuiet(service);
}

/** An idle job that is archived and unarchived, a draft that is archived, automations, and fewer AI categories. */
export async function september(scene: Scene, service: Service): Promise<void> {
  const { world, kept, agent, screen, ofJob } = scene;
  const { app, post, get, run } = service;
  await scene.sendVisits(service);
  while ((await get("CI", agent(`job/${kept.idle.id}`))).status !== "archived") await pause(50);
  await post("CI", ofJob(kept.idle, "unarchive"));
  const prompt = 'set description of /quickstart to "Deploy now"';
  const draft = await run("CI", agent("job"), { prompt, draft: true });
  await post("CI", ofJob(draft, "archive"));

  const aiCategories = ["training", "search", "assistant", "coding_agent", "markdown_client"];
  await post("Ada", screen("settings"), {
    section: "visitors",
    fields: { aiCategories, retentionDays: 1000 },
  });
  await post("Mia", screen("shares"), { name: "The board", expiresAt: null });
  await post("Ada", screen("automations"), {
    name: "The word for servers",
    prompt: "rename machine to server",
    trigger: { type: "schedule", cron: "0 9 1 * *", timeZone: "Europe/Berlin" },
  });
  await post("Ada", screen("automations"), {
    name: "Follow the guides",
    prompt: "rename traffic to visits",
    trigger: { type: "push", repository: `file://${world.repository}`, paths: ["guides/**"] },
  });
  kept.onRequest = await post("Ada", screen("automations"), {
    name: "On request",
    prompt: "rename certificate to proof",
    trigger: { type: "api" },
  });
  await app.analytics.counts.maintain();
  await scene.untilQuiet(service);
}

/** Visits that the rules of an earlier version classified as human. */
export async function october(scene: Scene, service: Service): Promise<void> {
  const { counts } = service.app.analytics;
  await scene.sendVisits(service);
  await counts.append(
    scene.ids.docs as ProjectId,
    ["GPTBot/0.9", "curl/7.1.0"].map((userAgent, n) => ({
      id: null,
      timestampMs: Date.parse("2026-09-30T10:00:00Z"),
      visitor: new Uint8Array(16).fill(n),
      path: "/concepts",
      referrer: "",
      client: { source: "log", userAgent, signals: "", classification: human },
    })),
  );
  await counts.maintain();
}

const human: Classification = {
  kind: "human",
  category: null,
  bot: null,
  name: null,
  operator: null,
  rule: "none",
  rulesVersion: "0",
  confidence: "heuristic",
};

/** Operations that exist only as commands and run without the service. */
export async function maintenanceByCommand({ world, ids: { docs } }: Scene): Promise<void> {
  const log = join(world.files, "access.log");
  writeFileSync(log, toCombinedLog(visitsBetween("2026-06-28T00:00:00Z", "2026-07-03T00:00:00Z")));
  await world.command("import", log, "--project", docs);
  await world.command("erase", "--project", docs, "--visitor-id", "reader-3");
  await world.command("reclassify", "--project", docs);
  const list = join(world.files, "gptbot.json");
  const prefixes = [{ ipv4Prefix: "20.171.206.0/24" }];
  writeFileSync(list, JSON.stringify({ creationTime: "2026-10-04", prefixes }));
  await world.command("agent-lists", "import", "openai-gptbot", list);
}

/**
 * Late visits that the files of their sealed days do not include, a job with a second pull request, and runs of
 * automations.
 */
export async function november(scene: Scene, service: Service): Promise<void> {
  const { ids, kept, agent, ofJob } = scene;
  const { app, post, run } = service;
  await scene.sendVisits(service);
  await app.analytics.counts.maintain();
  const late = visitsBetween("2026-09-10T00:00:00Z", "2026-09-12T00:00:00Z");
  await post(
    "Edge",
    `/v1/analytics/${ids.docs}/events`,
    late.map(({ id: _id, visitorId: _visitorId, ...visit }) => ({ ...visit, ip: "203.0.113.77" })),
  );
  const twice = await run("Mia", `/dashboard${agent("job")}`, { prompt: "rename region to zone" });
  await post("CI", ofJob(twice, "pull-request/merge"));
  await post("CI", ofJob(twice, "unarchive"));
  await run("CI", ofJob(twice, "message"), { prompt: "rename zone to area" });
  await post("CI", agent(`automation/${kept.onRequest.id}/run`));
  await attach(scene, service);
  await scene.untilQuiet(service);
}

/** A job with attached files, in its first message and in a follow-up. */
async function attach({ agent, ofJob }: Scene, { get, post }: Service): Promise<void> {
  const send = async (path: string, prompt: string, names: readonly string[]) => {
    const files = names.map((name) => ({ name, content: `The file ${name}.\n` }));
    const form = new Response(formOf({ prompt }, files));
    const type = form.headers.get("content-type") ?? "";
    const { id } = await post("CI", path, await form.text(), { "content-type": type });
    while ((await get("CI", agent(`job/${id}`))).status === "active") await pause(50);
    return { id };
  };
  const job = await send(agent("job"), 'set description of /changelog to "What changed"', [
    "notes.txt",
    "list.csv",
  ]);
  await send(ofJob(job, "message"), 'set description of /changelog to "All changes"', ["more.md"]);
}
