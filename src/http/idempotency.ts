import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AppError, type ErrorDetail } from "../errors.ts";
import type { IdempotencyKey, Job, Remember, RememberedAnswer } from "../jobs/index.ts";
import { limits } from "../limits.ts";
import type { Clock } from "../std/clock.ts";
import { answerJson } from "./answer.ts";
import { type Call, type Input, signalOf } from "./endpoint.ts";
import { toWireJob } from "./wire/job.ts";

const { idempotencyKeyCharsMax, idempotencyWaitMs } = limits.http;

/** R25. Null where none was sent; adds to `details` where it is none that may be sent. */
export function readIdempotencyKey(incoming: IncomingMessage, details: ErrorDetail[]): string | null {
  const header = incoming.headers["idempotency-key"];
  if (header === undefined) return null;
  const key = String(header);
  if (/^[\x20-\x7e]+$/u.test(key) && key.length <= idempotencyKeyCharsMax) return key;
  const message = `Idempotency-Key must have 1 to ${idempotencyKeyCharsMax} printable ASCII characters.`;
  details.push({ path: "Idempotency-Key", message });
  return null;
}

/** Lets calls with one key through one after the other. */
export interface Twins {
  /** Resolves, when this call's turn has come, with what ends the turn. `conflict` where that takes too long. */
  enter(scope: string, signal: AbortSignal): Promise<() => void>;
}

export function createTwins(clock: Clock): Twins {
  const inFlight = new Map<string, Promise<void>>();
  return {
    async enter(scope, signal) {
      const until = clock.now() + idempotencyWaitMs;
      for (let first = inFlight.get(scope); first !== undefined; first = inFlight.get(scope))
        await waitFor(first, { clock, ms: until - clock.now(), signal });
      let leave = () => {};
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      inFlight.set(scope, left);
      return () => {
        inFlight.delete(scope);
        leave();
      };
    },
  };
}

async function waitFor(
  first: Promise<void>,
  { clock, ms, signal }: { clock: Clock; ms: number; signal: AbortSignal },
): Promise<void> {
  const over = new AbortController();
  const late = clock.sleep(Math.max(0, ms), AbortSignal.any([over.signal, signal])).then(() => {
    throw new AppError("conflict", "A call with this Idempotency-Key is still at work. Send it again.", {
      fields: { retryAfterSeconds: 1 },
    });
  });
  // Settled by `over` at the latest, when nobody waits for it any more.
  late.catch(() => undefined);
  try {
    await Promise.race([first, late]);
  } finally {
    over.abort();
  }
}

export interface Once {
  readonly status: number;
  /** Of the job that was made; null for no Location header. */
  location(job: Job): string | null;
  /** Does it, and keeps the answer in the same transaction. */
  work(remember: Remember | undefined): Promise<Job>;
}

type OnceCall = Call & Pick<Input<never, never>, "bytes" | "idempotencyKey">;

/** Answers with the job that `work` gives, or with what an earlier call with the same key was answered (R25). */
export async function answerOnce(call: OnceCall, once: Once): Promise<Response> {
  const { exchange, parts, project, idempotencyKey } = call;
  const answerOf = (job: Job): RememberedAnswer => ({
    status: once.status,
    location: once.location(job),
    body: JSON.stringify(toWireJob(job, parts.links)),
  });
  const respond = ({ status, body, location }: RememberedAnswer) =>
    answerJson(exchange, status, body, location === null ? {} : { location });
  if (idempotencyKey === null) return respond(answerOf(await once.work(undefined)));

  const path = exchange.route.replace("{projectId}", project.id).replace("{id}", call.jobId ?? "");
  const key: IdempotencyKey = {
    projectId: project.id,
    method: "POST",
    path,
    key: idempotencyKey,
    bodyHash: createHash("sha256").update(call.bytes).digest("hex"),
  };
  const leave = await parts.twins.enter(`${path} ${idempotencyKey}`, signalOf(call));
  try {
    const remembered = await parts.jobs.findRemembered(key);
    return respond(remembered ?? (await carryOut(parts.jobs, key, { ...once, answerOf })));
  } finally {
    leave();
  }
}

async function carryOut(
  jobs: Call["parts"]["jobs"],
  key: IdempotencyKey,
  once: Once & { answerOf(job: Job): RememberedAnswer },
): Promise<RememberedAnswer> {
  try {
    return once.answerOf(await once.work({ key, answer: once.answerOf }));
  } catch (error) {
    // A twin in another process was quicker, and its answer is there now.
    const twin =
      error instanceof AppError && error.code === "conflict" ? await jobs.findRemembered(key) : null;
    if (twin === null) throw error;
    return twin;
  }
}
