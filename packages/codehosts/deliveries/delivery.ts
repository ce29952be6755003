import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** A request's headers as Node provides them, with names in lower case. */
export type DeliveryHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The only trusted information in a delivery: which pull request to check, and why. The pull request's state is then
 * read from the host, so a replayed, reordered or forged delivery can only cause an additional poll of the host.
 */
export interface Nudge {
  /** `owner/name` from the payload. */
  readonly repository: string;
  readonly subject: NudgeSubject;
  readonly about: "state" | "comments" | "checks";
}

export type NudgeSubject =
  | { readonly number: number }
  | { readonly branch: string }
  | { readonly commit: string };

/** Reads the deliveries of one kind of host. */
export interface DeliveryReader {
  /** Verifies the signature. Takes the same time for every wrong signature. */
  isSigned(delivery: SignedDelivery): boolean;
  /** The host's delivery ID, which stays the same on a retry; null if there is none. */
  idOf(headers: DeliveryHeaders): string | null;
  /** Null if the payload is invalid, or is not about a pull request's state, comments or checks. */
  read(headers: DeliveryHeaders, payload: unknown): Nudge | null;
  /** The `owner/name` of the repository that was pushed to; null if it was not a push. A merge is a push too. */
  pushedTo(headers: DeliveryHeaders, payload: unknown): string | null;
}

export interface SignedDelivery {
  readonly headers: DeliveryHeaders;
  readonly body: Buffer;
  readonly secret: string;
  /** The current time in milliseconds, for signatures with a timestamp. */
  readonly now: number;
}

/** The part that all payloads from GitHub, Gitea and Bitbucket have in common. */
export const namedRepository = z.object({ full_name: z.string() });
const ofRepository = z.object({ repository: namedRepository });

/** Reads the repository from such a payload. */
export function pushedRepository(payload: unknown): string | null {
  return ofRepository.safeParse(payload).data?.repository.full_name ?? null;
}

/** Returns a header's value; null if it is missing or repeated. */
export function headerOf(headers: DeliveryHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : null;
}

export function hmacHex(secret: string, body: Buffer): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** Compares digests, since their length does not depend on the input. */
export function isSame(given: string | null, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given ?? ""), digest(expected)) && given !== null;
}
