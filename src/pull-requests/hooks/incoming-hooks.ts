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

/** Wakes who works on what hosts told. */
export const deliveryChannel = "hook-deliveries";

/** What may be shown of the secret with which a host signs: that there is one. */
export interface IncomingHook {
  readonly host: RemoteKind;
  readonly createdAt: number;
}

/** One line of what hosts told. */
export interface HookDelivery {
  readonly host: RemoteKind;
  /** The host's own, or a hash of what it sent. */
  readonly id: string;
  /** E.g. `number 12`, `branch docwright/x`, `commit 1f0…`. */
  readonly subject: string;
  /** state, comments or checks. */
  readonly about: string;
  readonly status: "waiting" | "done" | "failed";
  readonly receivedAt: number;
}

/** What code hosts tell of a project's pull requests, and the secrets that prove it. */
export interface IncomingHooks {
  /** A secret for this kind of host, shown in the answer and never again. `conflict` where there is one. */
  make(projectId: ProjectId, host: RemoteKind): Promise<NewSecret>;
  /** Another secret; the former one is taken as well for a day. `not_found` where there is none. */
  rotate(projectId: ProjectId, host: RemoteKind): Promise<NewSecret>;
  list(projectId: ProjectId): Promise<readonly IncomingHook[]>;
  /** The newest of what hosts told and was acted on, of the last days. */
  deliveries(projectId: ProjectId): Promise<readonly HookDelivery[]>;
  /** Nothing is taken from this kind of host any more. False where there was none. */
  remove(projectId: ProjectId, host: RemoteKind): Promise<boolean>;
  /**
   * Takes a delivery: verified over its bytes before any of them is read, and written down before this resolves.
   * `unauthorized` for one that is not signed with the project's secret, also where there is no such project or secret;
   * `invalid_request` for one that is signed and no payload; `unavailable` where too many wait.
   */
  take(delivery: Delivery): Promise<Taken>;
}

export interface NewSecret {
  readonly hook: IncomingHook;
  readonly secret: string;
}

export interface Delivery {
  readonly projectId: string;
  /** As the route names it; an unknown one is `unauthorized`. */
  readonly host: string;
  readonly headers: DeliveryHeaders;
  readonly body: Buffer;
}

/** `duplicate`: known by its id. `ignored`: about nothing that is acted on. */
export type Taken = "accepted" | "duplicate" | "ignored";

export interface IncomingHooksDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly projects: Pick<Projects, "find">;
  /** The installation's, under which these secrets are sealed. */
  readonly secret: string;
  /**
   * Told of each push to a repository `owner/name`, as often as the host tells it; what it does of that is durable when
   * it resolves. False where nothing of the project looks at that repository.
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
  // In the form that GitLab asks of a signing token; the others take any text.
  const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
  // Stands for the secret where there is none, so that the answer takes as long.
  const nobodys = newSecret();

  async function secretsOf(projectId: string, host: RemoteKind): Promise<readonly string[]> {
    const row = await store.findHook(db, projectId, host);
    if (row === null) return [];
    const former = (row.former_until ?? 0) > clock.now() ? row.sealed_former : null;
    const sealed = [row.sealed_secret, ...(former === null ? [] : [former])];
    return sealed.flatMap((text) => box.open(text, placeOf(projectId, host)) ?? []);
  }

  async function isSigned({ projectId, headers, body }: Delivery, host: RemoteKind): Promise<boolean> {
    const secrets = await secretsOf(projectId, host);
    const tried = secrets.length === 0 ? [nobodys] : secrets;
    const now = clock.now();
    const held = tried.map((secret) => deliveryReaders[host].isSigned({ headers, body, secret, now }));
    return secrets.length > 0 && held.includes(true);
  }

  async function record(delivery: Delivery, host: RemoteKind, nudge: Nudge): Promise<Taken> {
    const { projectId, headers, body } = delivery;
    const now = clock.now();
    const given = deliveryReaders[host].idOf(headers);
    // Where a host names none, the same bytes are the same delivery.
    const id = given ?? createHash("sha256").update(body).digest("hex");
    if (id.length > limits.hooks.idCharsMax) throw malformed("The delivery's id is too long.");
    const taken = await database.transaction(async (tx) => {
      const key = { projectId, host, id };
      // Sent again by hand, where the reason of the failure was mended.
      if (await store.hasDelivery(tx, key))
        return (await store.retryDelivery(tx, key, now)) ? "accepted" : "duplicate";
      if ((await store.countWaiting(tx, projectId)) >= limits.hooks.waitingMax)
        throw new AppError("unavailable", "Too many deliveries wait. Send it again later.");
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
          `The project has a secret for ${host} already, which cannot be shown again. Rotate it for another.`,
        );
      return { hook: toHook(row), secret };
    },
    async rotate(projectId, host) {
      const secret = newSecret();
      const now = clock.now();
      const row = await database.transaction(async (tx) => {
        const known = await store.findHook(tx, projectId, host);
        if (known === null)
          throw new AppError("not_found", `The project has no secret for ${host} yet. Make one first.`);
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
          "The delivery is not signed with the project's secret. Give the webhook the secret that docwright webhook incoming shows.",
        );
      const { headers } = delivery;
      const reader = deliveryReaders[host];
      const payload = parse(delivery.body);
      const nudge = boundedNudge(reader.read(headers, payload));
      // What changed of a pull request may be that it was merged.
      const pushed = nudge?.about === "state" ? nudge.repository : reader.pushedTo(headers, payload);
      const project = pushed === null && nudge === null ? null : await projects.find(delivery.projectId);
      if (project === null) return "ignored";
      const noticed = pushed !== null && (await noticePush(project.id, pushed));
      // A webhook of a whole organisation tells of other repositories too.
      if (nudge !== null && isRepositoryNamed(project.repositoryUrl, nudge.repository))
        return record(delivery, host, nudge);
      return noticed ? "accepted" : "ignored";
    },
  };
}

/** What a sealed secret is bound to. */
function placeOf(projectId: string, host: RemoteKind): string {
  return `incoming hook\n${projectId}\n${host}`;
}

/** A name that is longer than any is nothing to look for. */
function boundedNudge(nudge: Nudge | null): Nudge | null {
  return nudge === null || subjectText(nudge).length > limits.hooks.subjectCharsMax ? null : nudge;
}

function subjectText({ subject }: Nudge): string {
  const [entry] = Object.entries(subject);
  return entry === undefined ? "" : `${entry[0]} ${entry[1]}`;
}

/** Fatal, as everywhere: bytes that are not UTF-8 are no JSON. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // No cause: the parser's message quotes the payload.
    throw malformed("The payload is not JSON in UTF-8. Set the webhook's content type to application/json.");
  }
}

function malformed(message: string): AppError {
  return new AppError("invalid_request", message, { fields: { details: [{ message }] } });
}
