import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** A request's headers, as node gives them: names in lower case. */
export type DeliveryHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * All that is believed of what a host tells: at which pull request to look, and for what. How things stand is then asked
 * of the host, so that a replayed, reordered or invented delivery makes nothing happen that would not have happened.
 */
export interface Nudge {
  /** `owner/name`, as the payload has it. */
  readonly repository: string;
  readonly subject: NudgeSubject;
  readonly about: "state" | "comments" | "checks";
}

export type NudgeSubject =
  | { readonly number: number }
  | { readonly branch: string }
  | { readonly commit: string };

/** How one kind of host delivers. */
export interface DeliveryReader {
  /** Whether the host sent these bytes, knowing the secret. Takes the same time for every wrong signature. */
  isSigned(delivery: SignedDelivery): boolean;
  /** The host's own id, the same when it tries again; null where it gives none. */
  idOf(headers: DeliveryHeaders): string | null;
  /** Null for what is not about a pull request's state, comments or checks, and for what is no payload at all. */
  read(headers: DeliveryHeaders, payload: unknown): Nudge | null;
  /** The repository that was pushed to, `owner/name`; null for what tells of no push. A merge is one as well. */
  pushedTo(headers: DeliveryHeaders, payload: unknown): string | null;
}

export interface SignedDelivery {
  readonly headers: DeliveryHeaders;
  readonly body: Buffer;
  readonly secret: string;
  /** Milliseconds, for signatures that carry their time. */
  readonly now: number;
}

/** As GitHub, Gitea and Bitbucket have it in every payload. */
export const namedRepository = z.object({ full_name: z.string() });
const ofRepository = z.object({ repository: namedRepository });

/** The repository of a payload of theirs. */
export function pushedRepository(payload: unknown): string | null {
  return ofRepository.safeParse(payload).data?.repository.full_name ?? null;
}

/** One header; null where it is absent or came more than once. */
export function headerOf(headers: DeliveryHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : null;
}

export function hmacHex(secret: string, body: Buffer): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** Compares digests, which have one length whatever was sent. */
export function isSame(given: string | null, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given ?? ""), digest(expected)) && given !== null;
}
