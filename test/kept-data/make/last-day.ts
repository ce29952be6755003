import { setTimeout as pause } from "node:timers/promises";
import type { Model } from "../../../src/agent/index.ts";
import { inJson, type Scene, signed, tokenOf } from "./scene.ts";
import { chrome, toCombinedLog, visitsBetween } from "./visits.ts";
import type { Json, Service } from "./world.ts";

/** Visits from every source, an open pull request with a follow-up, and unused links. */
export async function morning(scene: Scene, service: Service): Promise<void> {
  const { world, ids, kept, agent, screen, ofJob } = scene;
  const { url, post, run } = service;
  await scene.sendVisits(service);
  const log = toCombinedLog(visitsBetween("2026-11-18T00:00:00Z", "2026-11-19T12:00:00Z"));
  const logs = `/v1/analytics/${ids.docs}/logs?format=combined`;
  await post("Edge", logs, log, { "content-type": "text/plain" });
  // Most views are of a host that the project doesn't count, which the import notes.
  const hosted = log
    .split("\n")
    .map((line, n) => `${n % 3 === 0 ? "docs" : "shop"}.example.com ${line}`)
    .join("\n");
  await post("Edge", `/v1/analytics/${ids.docs}/logs?format=combined_vhost`, hosted, {
    "content-type": "text/plain",
  });
  const browser = { origin: "https://docs.example.com", "user-agent": chrome };
  const view = { u: "https://docs.example.com/quickstart", r: "https://news.ycombinator.com/" };
  await post(null, `/v1/collect/${ids.docs}`, view, browser);
  await fetch(`${url}/v1/collect/${ids.docs}/pixel.gif?path=/concepts`, { headers: browser });

  await post("CI", ofJob(kept.closed, "unarchive"));
  kept.open = await run("CI", agent("job"), { prompt: "rename Acme Cloud to Acme Suite" });
  await run("CI", ofJob(kept.open, "message"), { prompt: 'set title of /concepts to "Ideas"' });
  const hook = { host: "github", rotate: true };
  kept.secret = (await post("Ada", screen("incoming-webhooks"), hook)).secret;
  const about = { repository: { full_name: "acme/docs" }, pull_request: { number: 1 } };
  const { headers, body } = signed(kept.secret, "pull_request", about);
  await post(null, `/v1/hooks/github/${ids.docs}`, body, headers);
  kept.invitation = await post("Ada", screen("invitations"), { role: "member", email: "lin@example.com" });
  const expiresAt = "2027-06-30T00:00:00.000Z";
  const share = await post("Mia", screen("shares"), { name: "The team", expiresAt });
  world.callers["The team's link"] = { share: tokenOf(share) };
  await scene.untilQuiet(service);
}

/** Starts a turn and resolves when its first step is in its journal. */
export async function beginTurn(
  { kept, agent }: Scene,
  { post }: Service,
  begun: Promise<void>,
): Promise<void> {
  const prompt = "Answer the questions that support gets most";
  kept.halfDone = await post("CI", agent("job"), { prompt });
  await begun;
}

/** Writes a page in its first step, and is still in its second step when the service stops. */
export function heldModel(): { readonly model: Model; readonly begun: Promise<void> } {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const page = { path: "faq.mdx", text: "---\ntitle: Questions\n---\n\nAsk us anything.\n" };
  const model: Model = {
    id: "builtin/editor",
    async step({ transcript }, signal) {
      if (!transcript.some(({ type }) => type === "step"))
        return {
          text: "",
          toolCalls: [{ id: "call-0", name: "write", input: page }],
          usage: { inputTokens: 10, outputTokens: 1 },
        };
      resolve();
      await pause(2 ** 30, undefined, { signal });
      throw new Error("The service has not stopped.");
    },
  };
  return { model, begun };
}

/** A request with an idempotency key. */
export const repeated = {
  headers: { ...inJson, "idempotency-key": "release-2026.11" },
  body: JSON.stringify({ prompt: "rename team to group" }),
};

/** Without a worker: queues messages, cancels a job before its first turn, and creates an unused recovery link. */
export async function queueWork({ kept, agent, screen, ofJob }: Scene, service: Service): Promise<void> {
  const { post, get } = service;
  kept.waiting = await post("CI", agent("job"), repeated.body, repeated.headers);
  await post("CI", ofJob(kept.waiting, "message"), { prompt: "rename group to crew" });
  const stopped = await post("CI", agent("job"), { prompt: "rename Acme to Apex" });
  await post("CI", ofJob(stopped, "message"), { prompt: "rename Apex to Acme" });
  await post("CI", ofJob(stopped, "cancel"));
  const { members } = await get("Ada", screen("members"));
  const { person } = members.find((one: Json) => one.person.name === "Noor");
  kept.recovery = await post("Ada", screen(`members/${person.id}/recover`));
}
