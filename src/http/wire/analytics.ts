import type { ClientRule, ShareLink } from "../../analytics/index.ts";

/** A link to a project's analytics, without its token. */
export interface WireShareLink {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** A share link as shown to people who open it. */
export interface WireShared extends WireShareLink {
  /** The project's name. */
  readonly project: string;
}

/** A rule by which an agent or bot was recognized. */
export type WireRule = ClientRule;

export function toWireShareLink({ id, name, createdAt, expiresAt }: ShareLink): WireShareLink {
  return {
    id,
    name,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

export const toWireRule = ({ sort, name, operator, rule, confidence }: ClientRule): WireRule => ({
  sort,
  name,
  operator,
  rule,
  confidence,
});
