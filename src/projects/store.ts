import type { CompiledQuery } from "kysely";
import type { Db, NewRow, Row, Tx } from "../db/index.ts";
import { limits } from "../limits.ts";
import type { ApiKey, ApiKeyId, AuthenticatedKey, Scope } from "./api-key.ts";
import type { Project, ProjectId } from "./project.ts";
import type { StoredSettings } from "./settings/settings.ts";

export async function insertProject(db: Db, values: NewRow<"projects">): Promise<Project> {
  return toProject(await db.insertInto("projects").values(values).returningAll().executeTakeFirstOrThrow());
}

export async function findProject(db: Db, id: string): Promise<Project | null> {
  const row = await db
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? null : toProject(row);
}

export async function updateProject(
  db: Db,
  id: ProjectId,
  values: Partial<
    Pick<NewRow<"projects">, "name" | "repository_url" | "ref" | "default_ref" | "model" | "docs_folder">
  >,
): Promise<Project> {
  const query = db.updateTable("projects").set(values).where("id", "=", id).returningAll();
  return toProject(await query.executeTakeFirstOrThrow());
}

/** Oldest first. */
export async function listProjects(db: Db): Promise<readonly Project[]> {
  const rows = await db
    .selectFrom("projects")
    .selectAll()
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toProject);
}

/** Lists the projects that are being removed. */
export async function listRemoved(db: Db): Promise<readonly Project[]> {
  const rows = await db.selectFrom("projects").selectAll().where("removed_at", "is not", null).execute();
  return rows.map(toProject);
}

/** Returns false if there is no such project. */
export async function markRemoved(tx: Tx, id: ProjectId, now: number): Promise<boolean> {
  const marked = await tx
    .updateTable("projects")
    .set({ removed_at: now })
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return Number(marked.numUpdatedRows) > 0;
}

/** Deletes the project and everything that references it in the control store. */
export async function deleteProject(tx: Tx, id: ProjectId): Promise<void> {
  await tx.deleteFrom("projects").where("id", "=", id).execute();
}

export async function setDefaultRef(db: Db, id: ProjectId, ref: string): Promise<void> {
  await db.updateTable("projects").set({ default_ref: ref }).where("id", "=", id).execute();
}

/** Returns the stored settings, or null if there are none. */
export async function findSettings(db: Db, id: ProjectId): Promise<StoredSettings | null> {
  const row = await db
    .selectFrom("project_settings")
    .select("settings")
    .where("project_id", "=", id)
    .executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.settings) as StoredSettings);
}

export async function putSettings(tx: Tx, id: ProjectId, stored: StoredSettings): Promise<void> {
  const settings = JSON.stringify(stored);
  await tx
    .insertInto("project_settings")
    .values({ project_id: id, settings })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet({ settings }))
    .execute();
}

export async function insertKey(tx: Tx, values: NewRow<"api_keys">): Promise<ApiKey> {
  return toApiKey(await tx.insertInto("api_keys").values(values).returningAll().executeTakeFirstOrThrow());
}

export async function countLiveKeys(tx: Tx, projectId: ProjectId): Promise<number> {
  const row = await tx
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll<number>().as("keys"))
    .where("project_id", "=", projectId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.keys);
}

/** Keeps the most recently revoked keys, up to the maximum number of live keys. */
export async function forgetRevokedKeys(tx: Tx, projectId: ProjectId): Promise<void> {
  const { perProjectMax } = limits.keys;
  await tx
    .deleteFrom("api_keys")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("api_keys")
        .select("id")
        .where("project_id", "=", projectId)
        .where("revoked_at", "is not", null)
        .orderBy("revoked_at", "desc")
        .limit(perProjectMax)
        .offset(perProjectMax),
    )
    .execute();
}

/** Lists a project's keys, oldest first, including revoked ones. */
export async function listKeys(db: Db, projectId: ProjectId): Promise<readonly ApiKey[]> {
  const rows = await db
    .selectFrom("api_keys")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toApiKey);
}

/** Lists the keys that a person created, oldest first, without revoked ones. */
export async function listKeysBy(db: Db, personId: string): Promise<readonly ApiKey[]> {
  const rows = await db
    .selectFrom("api_keys")
    .selectAll()
    .where("created_by", "=", personId)
    .where("revoked_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toApiKey);
}

/** Finds the project's keys whose ID, prefix, name or hash matches. */
export async function findKeysNamed(
  tx: Tx,
  projectId: ProjectId,
  named: { text: string; hash: string },
): Promise<readonly ApiKey[]> {
  const rows = await tx
    .selectFrom("api_keys")
    .selectAll()
    .where("project_id", "=", projectId)
    .where((eb) =>
      eb.or([
        eb("id", "=", named.text),
        eb("prefix", "=", named.text),
        eb("name", "=", named.text),
        eb("hash", "=", named.hash),
      ]),
    )
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(toApiKey);
}

export async function setRevoked(tx: Tx, id: ApiKeyId, now: number): Promise<ApiKey> {
  const row = await tx
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toApiKey(row);
}

/** Keeps the latest use, regardless of the order in which processes write. */
export async function setLastUsed(tx: Tx, id: ApiKeyId, usedAt: number): Promise<void> {
  await tx
    .updateTable("api_keys")
    .set({ last_used_at: usedAt })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", usedAt)]))
    .execute();
}

/** Finds a key and its project by hash, even if revoked or expired. Compiled once, because every request uses it. */
export function prepareFindByHash(db: Db): (hash: string) => Promise<AuthenticatedKey | null> {
  const query = db
    .selectFrom("api_keys as k")
    .innerJoin("projects as p", "p.id", "k.project_id")
    .selectAll("k")
    .select([
      "p.name as project_name",
      "p.repository_url",
      "p.ref",
      "p.default_ref",
      "p.model",
      "p.docs_folder",
      "p.created_at as project_created_at",
      "p.removed_at",
    ])
    // The cast matters: with a bare parameter, SQLite built with SQLITE_ENABLE_STAT4 would plan the join again on every
    // call, and each call would take four times as long.
    .where("p.removed_at", "is", null)
    .where("k.hash", "=", (eb) => eb.cast<string>(eb.val(""), "text"))
    .compile();
  type Found = typeof query extends CompiledQuery<infer Columns> ? Columns : never;
  return async (hash) => {
    const { rows } = await db.executeQuery<Found>({ ...query, parameters: [hash] });
    const row = rows[0];
    if (row === undefined) return null;
    const project = {
      ...row,
      id: row.project_id,
      name: row.project_name,
      created_at: row.project_created_at,
    };
    return { apiKey: toApiKey(row), project: toProject(project) };
  };
}

function toProject(row: Row<"projects">): Project {
  return {
    id: row.id as ProjectId,
    name: row.name,
    repositoryUrl: row.repository_url,
    ref: row.ref,
    defaultRef: row.default_ref,
    model: row.model,
    docsFolder: row.docs_folder,
    createdAt: row.created_at,
  };
}

function toApiKey(row: Row<"api_keys">): ApiKey {
  return {
    id: row.id as ApiKeyId,
    projectId: row.project_id as ProjectId,
    name: row.name,
    prefix: row.prefix,
    scope: row.scope as Scope,
    allowList: JSON.parse(row.allow_list) as readonly string[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
