import { randomBytes } from "node:crypto";
import type { Database, Tx } from "../db/index.ts";
import { AppError, invalidField } from "../errors.ts";
import { limits } from "../limits.ts";
import { type AddressGuard, createSealedBox, type ProjectId } from "../projects/index.ts";
import type { Clock } from "../std/clock.ts";
import { newId } from "../std/id.ts";
import * as store from "./store.ts";
import { type Delivery, testEvent, type Webhook, type WebhookEvent, webhookEvents } from "./webhook.ts";

/** Manages a project's webhooks. A secret is returned only by the call that created it. */
export interface Webhooks {
  /** Throws `invalid_request` if the URL is not allowed (R66), or `conflict` if there are too many webhooks. */
  add(projectId: ProjectId, input: AddWebhook): Promise<{ webhook: Webhook; secret: string }>;
  list(projectId: ProjectId): Promise<readonly Webhook[]>;
  /** Replaces the secret and enables the webhook. For a day, deliveries are also signed with the previous secret. */
  rotate(projectId: ProjectId, id: string): Promise<{ webhook: Webhook; secret: string }>;
  /** Pausing drops waiting deliveries. Events that occur during the pause are never sent. */
  setEnabled(projectId: ProjectId, id: string, enabled: boolean): Promise<Webhook>;
  /**
   * Sends a test event once; see the log for its outcome. Throws `conflict` if the webhook is paused or a test is
   * waiting.
   */
  sendTest(projectId: ProjectId, id: string): Promise<void>;
  /**
   * Resends a logged delivery unchanged. Throws `conflict` if the webhook is paused or is still retrying the delivery.
   */
  redeliver(projectId: ProjectId, id: string, deliveryId: string): Promise<void>;
  /** Returns false if there was no such webhook. */
  remove(projectId: ProjectId, id: string): Promise<boolean>;
  /** Newest first. */
  deliveries(projectId: ProjectId, id: string): Promise<readonly Delivery[]>;
}

export interface AddWebhook {
  readonly url: string;
  /** Default: all events. */
  readonly events?: readonly string[];
}

export interface WebhooksOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly guard: Pick<AddressGuard, "resolve">;
  /** The installation's secret, which seals the signing secrets. */
  readonly secret: string;
}

/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32;

export function createWebhooks({ database, clock, guard, secret }: WebhooksOptions): Webhooks {
  const { db } = database;
  const box = createSealedBox(secret);
  const newSecret = () => `whsec_${randomBytes(secretBytes).toString("base64")}`;

  async function get(projectId: ProjectId, id: string) {
    const row = await store.findWebhookRow(db, { projectId, id });
    if (row === null)
      throw new AppError(
        "not_found",
        `The project has no webhook ${id}. List the webhooks to see their IDs.`,
      );
    return row;
  }

  /** Throws `conflict` if the webhook is paused. */
  async function getActive(projectId: ProjectId, id: string) {
    const row = await get(projectId, id);
    if (row.disabled_at === null) return row;
    throw new AppError("conflict", "The webhook is paused. Resume it first.");
  }

  return {
    async add(projectId, { url, events = webhookEvents }) {
      const checked = checkUrl(url);
      await guard.resolve(checked);
      const wanted = checkEvents(events);
      const id = newId<"WebhookId">("whk");
      const signing = newSecret();
      const insert = async (tx: Tx) => {
        if ((await store.listWebhooks(tx, projectId)).length >= limits.webhooks.perProjectMax)
          throw new AppError(
            "conflict",
            `The project already has ${limits.webhooks.perProjectMax} webhooks, the maximum. Remove one first.`,
          );
        return store.insertWebhook(tx, {
          id,
          project_id: projectId,
          url: checked,
          events: JSON.stringify(wanted),
          sealed_secret: box.seal(signing, placeOf(id)),
          created_at: clock.now(),
        });
      };
      return { webhook: await database.transaction(insert, { lock: projectId }), secret: signing };
    },
    list: (projectId) => store.listWebhooks(db, projectId),
    async rotate(projectId, id) {
      const row = await get(projectId, id);
      const signing = newSecret();
      const webhook = await store.updateWebhook(db, row.id, {
        sealed_secret: box.seal(signing, placeOf(row.id)),
        sealed_former: row.sealed_secret,
        former_until: clock.now() + limits.webhooks.formerSecretMs,
        disabled_at: null,
      });
      return { webhook, secret: signing };
    },
    async setEnabled(projectId, id, enabled) {
      const row = await get(projectId, id);
      if (enabled) return store.updateWebhook(db, row.id, { disabled_at: null });
      const disable = (tx: Tx) => store.disableWebhook(tx, row.id, clock.now());
      await database.transaction(disable, { lock: projectId });
      return store.toWebhook(await get(projectId, id));
    },
    async sendTest(projectId, id) {
      const row = await getActive(projectId, id);
      const now = clock.now();
      const payload = JSON.stringify({
        type: testEvent,
        timestamp: new Date(now).toISOString(),
        data: { webhook: row.id, project: projectId },
      });
      const insert = async (tx: Tx) => {
        if (await store.hasWaiting(tx, row.id, testEvent))
          throw new AppError(
            "conflict",
            "A test is already being sent. See the delivery log for its outcome.",
          );
        await store.insertDelivery(tx, {
          ...{ webhookId: row.id, announcementId: newId("msg"), type: testEvent, payload, now },
        });
      };
      await database.transaction(insert, { lock: projectId });
    },
    async redeliver(projectId, id, announcementId) {
      const row = await getActive(projectId, id);
      if (!(await store.repeatDelivery(db, { webhookId: row.id, announcementId, now: clock.now() })))
        throw new AppError(
          "conflict",
          "This delivery is still being sent, or is no longer in the log. Check the delivery log.",
        );
    },
    remove: (projectId, id) => store.deleteWebhook(db, { projectId, id }),
    async deliveries(projectId, id) {
      return store.listDeliveries(db, (await get(projectId, id)).id);
    },
  };
}

/** The context that a sealed secret is bound to. */
export function placeOf(webhookId: string): string {
  return `webhook\n${webhookId}`;
}

function checkUrl(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > limits.webhooks.urlCharsMax || !URL.canParse(trimmed))
    throw invalidField(
      "url",
      "The webhook URL is invalid. Use a URL such as https://hooks.example.com/docwright.",
    );
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw invalidField("url", "The webhook URL must start with https://.");
  if (url.username !== "" || url.password !== "" || url.hash !== "")
    throw invalidField("url", "Remove the user name, password and fragment from the webhook URL.");
  return url.href;
}

function checkEvents(events: readonly string[]): readonly WebhookEvent[] {
  const wanted = webhookEvents.filter((event) => events.includes(event));
  const unknown = events.find((event) => !webhookEvents.some((known) => known === event));
  if (wanted.length === 0 || unknown !== undefined)
    throw invalidField("events", `Choose one or more of these events: ${webhookEvents.join(", ")}.`);
  return wanted;
}
