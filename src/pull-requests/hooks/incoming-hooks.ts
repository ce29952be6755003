import { createHash, randomBytes } from "node:crypto";
import {
  type DeliveryHeaders,
  deliveryReaders,
  isRepositoryNamed,
  type Nudge,
  type RemoteKind,
  remoteKinds,
} from "../../codehost/index.ts";
import type { Database, Row } from "../../db/index.ts";
import { AppError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import { createSealedBox, type ProjectId, type Projects } from "../../projects/index.ts";
import type { Clock } from "../../std/clock.ts";
import * as store from "./store.ts";

/** Wakes the delivery runner. */
export const deliveryChannel = "hook-deliveries";

/** Says that a signing secret exists for this kind of host. The secret itself is never shown again. */
export interface IncomingHook {
  readonly host: RemoteKind;
  readonly createdAt: number;
}

/** One line of the delivery log. */
export interface HookDelivery {
  readonly host: RemoteKind;
  /** The host's own ID, or a hash of the body. */
  readonly id: string;
  /** E.g. `number 12`, `branch docwright/x`, `commit 1f0…`. */
  readonly subject: string;
  /** `state`, `comments` or `checks`. */
  readonly about: string;
  readonly status: "waiting" | "done" | "failed";
  readonly receivedAt: number;
}

/** Webhooks from code hosts about a project's pull requests, and the secrets that sign them. */
export interface IncomingHooks {
  /** Creates a secret for this kind of host, returned only here. Throws `conflict` if one exists. */
  make(projectId: ProjectId, host: RemoteKind): Promise<NewSecret>;
  /** Replaces the secret; the previous one stays valid for a day. Throws `not_found` if there is none. */
  rotate(projectId: ProjectId, host: RemoteKind): Promise<NewSecret>;
  list(projectId: ProjectId): Promise<readonly IncomingHook[]>;
  /** Lists the newest accepted deliveries of the last days. */
  deliveries(projectId: ProjectId): Promise<readonly HookDelivery[]>;
  /** Removes the secret, so that this kind of host is rejected. Returns false if there was none. */
  remove(projectId: ProjectId, host: RemoteKind): Promise<boolean>;
  /**
   * Receives a delivery. Its signature is verified over the bytes before they are parsed, and it is stored before this
   * resolves. Throws `unauthorized` if it is not signed with the project's secret, or if there is no such project or
   * secret; `invalid_request` if a signed body is not a payload; `unavailable` if too many deliveries are waiting.
   */
  take(delivery: Delivery): Promise<DeliveryOutcome>;
}

export interface NewSecret {
  readonly hook: IncomingHook;
  readonly secret: string;
}

export interface Delivery {
  readonly projectId: string;
  /** From the route. An unknown host is `unauthorized`. */
  readonly host: string;
  readonly headers: DeliveryHeaders;
  readonly body: Buffer;
}

/** `duplicate`: an ID received before. `ignored`: an event that nothing acts on. */
export type DeliveryOutcome = "accepted" | "duplicate" | "ignored";

export interface IncomingHooksDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly projects: Pick<Projects, "find">;
  /** The installation's secret, which seals these secrets. */
  readonly secret: string;
  /**
   * Called on each delivery about a push to the repository `owner/name`, including repeated ones. Its effects are
   * durable when it resolves. Returns false if the project doesn't watch that repository.
   */
  readonly noticePush: (projectId: ProjectId, repository: string) => Promise<boolean>;
}

export function createIncomingHooks({
  database,
  clock,
  projects,
  noticePush,
  secret: installation,
}: IncomingHooksDeps): IncomingHooks {
  const { db } = database;
  const box = createSealedBox(installation);
  // GitLab requires this format for a signing token. The other hosts accept any text.
  const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
  // Used when there is no secret, so that the response takes the same time.
  const decoySecret = newSecret();

  async function secretsOf(projectId: string, host: RemoteKind): Promise<readonly string[]> {
    const row = await store.findHook(db, projectId, host);
    if (row === null) return [];
    const former = (row.former_until ?? 0) > clock.now() ? row.sealed_former : null;
    const sealed = [row.sealed_secret, ...(former === null ? [] : [former])];
    return sealed.flatMap((text) => box.open(text, placeOf(projectId, host)) ?? []);
  }

  async function isSigned({ projectId, headers, body }: Delivery, host: RemoteKind): Promise<boolean> {
    const secrets = await secretsOf(projectId, host);
    const tried = secrets.length === 0 ? [decoySecret] : secrets;
    const now = clock.now();
    const held = tried.map((secret) => deliveryReaders[host].isSigned({ headers, body, secret, now }));
    return secrets.length > 0 && held.includes(true);
  }

  async function record(delivery: Delivery, host: RemoteKind, nudge: Nudge): Promise<DeliveryOutcome> {
    const { projectId, headers, body } = delivery;
    const now = clock.now();
    const given = deliveryReaders[host].idOf(headers);
    // If the host sends no ID, the same bytes are the same delivery.
    const id = given ?? createHash("sha256").update(body).digest("hex");
    if (id.length > limits.hooks.idCharsMax) throw malformed("The delivery ID is too long.");
    const taken = await database.transaction(async (tx) => {
      const key = { projectId, host, id };
      // Someone resent it by hand after fixing the cause of the failure.
      if (await store.hasDelivery(tx, key))
        return (await store.retryDelivery(tx, key, now)) ? "accepted" : "duplicate";
      if ((await store.countWaiting(tx, projectId)) >= limits.hooks.waitingMax)
        throw new AppError("unavailable", "Too many deliveries are waiting. Send this one again later.");
      const subject = subjectText(nudge);
      await store.insertDelivery(tx, { ...key, subject, about: nudge.about, now });
      return "accepted";
    });
    if (taken === "accepted") database.notify(deliveryChannel);
    return taken;
  }

  const toHook = (row: Row<"incoming_hooks">): IncomingHook => ({
    host: row.host as RemoteKind,
    createdAt: row.created_at,
  });

  return {
    async make(projectId, host) {
      const secret = newSecret();
      const sealed = box.seal(secret, placeOf(projectId, host));
      const row = await store.insertHook(db, { projectId, host, sealed, now: clock.now() });
      if (row === null)
        throw new AppError(
          "conflict",
          `The project already has a secret for ${host}, which cannot be shown again. Rotate it to get a new one.`,
        );
      return { hook: toHook(row), secret };
    },
    async rotate(projectId, host) {
      const secret = newSecret();
      const now = clock.now();
      const row = await database.transaction(async (tx) => {
        const known = await store.findHook(tx, projectId, host);
        if (known === null)
          throw new AppError("not_found", `The project has no secret for ${host} yet. Create one first.`);
        return store.updateHook(tx, known, {
          sealed_secret: box.seal(secret, placeOf(projectId, host)),
          sealed_former: known.sealed_secret,
          former_until: now + limits.hooks.formerSecretMs,
          created_at: now,
        });
      });
      return { hook: toHook(row), secret };
    },
    list: async (projectId) => (await store.listHooks(db, projectId)).map(toHook),
    async deliveries(projectId) {
      const rows = await store.listDeliveries(db, projectId);
      return rows.map(({ host, id, subject, about, status, received_at }) => ({
        ...{ host: host as RemoteKind, id, subject, about, receivedAt: received_at },
        status: status as HookDelivery["status"],
      }));
    },
    remove: (projectId, host) => store.deleteHook(db, projectId, host),
    async take(delivery) {
      const host = remoteKinds.find((kind) => kind === delivery.host);
      if (host === undefined || !(await isSigned(delivery, host)))
        throw new AppError(
          "unauthorized",
          "The delivery is not signed with the project's secret. Use the secret from `docwright webhook incoming` in the host's webhook settings.",
        );
      const { headers } = delivery;
      const reader = deliveryReaders[host];
      const payload = parse(delivery.body);
      const nudge = boundedNudge(reader.read(headers, payload));
      // The state change may be a merge, which is a push as well.
      const pushed = nudge?.about === "state" ? nudge.repository : reader.pushedTo(headers, payload);
      const project = pushed === null && nudge === null ? null : await projects.find(delivery.projectId);
      if (project === null) return "ignored";
      const noticed = pushed !== null && (await noticePush(project.id, pushed));
      // The webhook of a whole organization reports other repositories too.
      if (nudge !== null && isRepositoryNamed(project.repositoryUrl, nudge.repository))
        return record(delivery, host, nudge);
      return noticed ? "accepted" : "ignored";
    },
  };
}

/** The context that a sealed secret is bound to. */
function placeOf(projectId: string, host: RemoteKind): string {
  return `incoming hook\n${projectId}\n${host}`;
}

/** Drops names that are longer than any real one. */
function boundedNudge(nudge: Nudge | null): Nudge | null {
  return nudge === null || subjectText(nudge).length > limits.hooks.subjectCharsMax ? null : nudge;
}

function subjectText({ subject }: Nudge): string {
  const [entry] = Object.entries(subject);
  return entry === undefined ? "" : `${entry[0]} ${entry[1]}`;
}

/** Bytes that are not UTF-8 are not JSON. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // No `cause`, because the parser's message quotes the payload.
    throw malformed("The payload is not JSON in UTF-8. Set the webhook's content type to application/json.");
  }
}

function malformed(message: string): AppError {
  return new AppError("invalid_request", message, { fields: { details: [{ message }] } });
}
