import { createHash } from "node:crypto";
import type { Database, Row, Tx } from "../db/index.ts";
import { AppError, invalidField } from "../errors.ts";
import { limits } from "../limits.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Clock } from "../std/clock.ts";
import { type Branded, newId, randomBase62 } from "../std/id.ts";
import * as store from "./store.ts";

const { nameCharsMax, perProjectMax } = limits.shareLinks;

/** The number of base62 characters, which encode 238 random bits. */
const tokenChars = 40;

/** Lets anyone with the link read one project's visitor report, and nothing else, until it expires or is revoked. */
export interface ShareLink {
  readonly id: Branded<"ShareLinkId">;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly createdAt: number;
  /** Null if the link does not expire. */
  readonly expiresAt: number | null;
}

export interface NewShareLink {
  readonly name: string;
  readonly expiresAt: number | null;
  /** The ID of the person who creates it. */
  readonly createdBy?: string | null;
}

export interface ShareLinks {
  /**
   * The token is not stored, so it cannot be shown again. Throws `invalid_request` if a field is invalid, or `conflict`
   * if the project has the maximum number of links.
   */
  create(
    projectId: ProjectId,
    input: NewShareLink,
  ): Promise<{ readonly link: ShareLink; readonly token: string }>;
  /** The active links, newest first. */
  list(projectId: ProjectId): Promise<readonly ShareLink[]>;
  /** The active links in all projects that this person created, newest first. */
  listBy(personId: string): Promise<readonly ShareLink[]>;
  /** Takes effect immediately. Does nothing if there is no such link. */
  revoke(projectId: ProjectId, id: string): Promise<void>;
  /** Null if the token is invalid, expired or revoked. */
  find(token: string): Promise<ShareLink | null>;
}

export function createShareLinks({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
}): ShareLinks {
  const { db } = database;
  return {
    async create(projectId, { name: given, expiresAt, createdBy = null }) {
      const name = given.trim();
      if (name === "" || [...name].length > nameCharsMax)
        throw invalidField("name", `The link's name must have 1 to ${nameCharsMax} characters.`);
      const now = clock.now();
      if (expiresAt !== null && expiresAt <= now)
        throw invalidField("expiresAt", "The expiry must be in the future. Choose a later day.");
      const token = randomBase62(tokenChars);
      const insert = async (tx: Tx) => {
        if ((await store.listShareLinks(tx, { projectId, now })).length >= perProjectMax)
          throw new AppError(
            "conflict",
            `This project already has ${perProjectMax} share links, the maximum. Revoke one first.`,
          );
        return store.insertShareLink(tx, {
          ...{ id: newId("shr"), project_id: projectId, name, token_hash: hashOf(token) },
          ...{ created_at: now, expires_at: expiresAt, created_by: createdBy },
        });
      };
      return { link: fromRow(await database.transaction(insert, { lock: projectId })), token };
    },
    list: async (projectId) => (await store.listShareLinks(db, { projectId, now: clock.now() })).map(fromRow),
    listBy: async (createdBy) =>
      (await store.listShareLinks(db, { createdBy, now: clock.now() })).map(fromRow),
    revoke: (projectId, id) => store.deleteShareLink(db, { projectId, id }),
    async find(token) {
      const row = await store.findShareLink(db, { tokenHash: hashOf(token), now: clock.now() });
      return row === null ? null : fromRow(row);
    },
  };
}

function fromRow(row: Row<"share_links">): ShareLink {
  return {
    id: row.id as ShareLink["id"],
    projectId: row.project_id as ProjectId,
    name: row.name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/**
 * A fast hash is enough, because the token is random, so nobody can find it by trying tokens and comparing their
 * hashes.
 */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
