import { hash } from "node:crypto";
import { dayOf } from "../calendar.ts";
import type { EventBatch } from "../events/event-batch.ts";
import { createIds, digestIds } from "../events/joined-events.ts";
import { toUuid } from "./visitor-uuid.ts";

/** A batch with the time of its arrival. The token is the same whenever the batch is stored again after a failure. */
export interface ReceivedBatch {
  readonly batch: EventBatch;
  readonly receivedAt: number;
  readonly token: string;
}

/** An event that may have to be stored, as sent. */
export interface Candidate {
  readonly ts: number;
  readonly day: number;
  readonly visitor: string;
  readonly path: string;
  readonly receivedAt: number;
  /** A keyed hash of the sender's ID, or null. */
  readonly id: string | null;
  /** The event's batch, and its position in it. */
  readonly of: EventBatch;
  readonly index: number;
}

/** `key` is the project's key for hashing IDs; it isn't used if no event has an ID. */
export function* candidatesOf({ batch, receivedAt }: ReceivedBatch, key: Uint8Array): Generator<Candidate> {
  const ids = batch.ids === null ? null : createIds(batch.length);
  if (batch.ids !== null && ids !== null)
    digestIds(batch.ids, new Uint32Array(Uint8Array.from(key).buffer), ids, 0);
  for (let index = 0; index < batch.length; index++) {
    const ts = batch.times[index] as number;
    const visitor = toUuid(batch.visitors, index);
    const path = batch.paths[batch.path[index] as number] as string;
    const id = ids?.has[index] === 1 ? toUuid(ids.bytes, index) : null;
    yield { ts, day: dayOf(ts), visitor, path, receivedAt, id, of: batch, index };
  }
}

/** A candidate with the names under which it is counted. */
export interface NamedCandidate extends Candidate {
  readonly referrer: string;
  readonly host: string;
  /** A hash of visitor, path and time. */
  readonly key: string;
}

/** Identifies an event (R53). */
export const keyOf = ({ ts, visitor, path }: Pick<Candidate, "ts" | "visitor" | "path">): string =>
  uuidOf(`${ts} ${visitor} ${path}`);

const uuidOf = (text: string): string => toUuid(hash("sha256", text, "buffer"));
