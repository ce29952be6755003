import type { Db, NewRow } from "../db/index.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Decision, Proposal } from "./opportunity.ts";

export interface StoredBook {
  readonly version: string | null;
  /** JSON; null before the repository was read for the first time. */
  readonly book: string | null;
  readonly readAt: number | null;
}

export async function findBook(db: Db, projectId: string): Promise<StoredBook | null> {
  const row = await db
    .selectFrom("address_books")
    .select(["version", "book", "read_at"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row === undefined ? null : { version: row.version, book: row.book, readAt: row.read_at };
}

/** The state of a book, without its content. */
export async function findBookState(
  db: Db,
  projectId: string,
): Promise<(Pick<StoredBook, "version" | "readAt"> & { readonly lookedAt: number | null }) | null> {
  const row = await db
    .selectFrom("address_books")
    .select(["version", "read_at", "looked_at"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row === undefined ? null : { version: row.version, readAt: row.read_at, lookedAt: row.looked_at };
}

/** Makes the book due now, unless it already is. */
export async function requestBook(db: Db, projectId: ProjectId, now: number): Promise<void> {
  await db
    .insertInto("address_books")
    .values({
      ...{ project_id: projectId, look_at: now, looked_at: null },
      ...{ version: null, book: null, read_at: null, problem: null },
    })
    .onConflict((conflict) =>
      conflict.column("project_id").doUpdateSet({ look_at: now }).where("address_books.look_at", ">", now),
    )
    .execute();
}

/**
 * Claims the book that has been due for the longest time. Other claims skip it until `until`. Returns null if none is
 * due.
 */
export async function claimBook(
  db: Db,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<{ readonly projectId: ProjectId; readonly version: string | null } | null> {
  const due = await db
    .selectFrom("address_books")
    .innerJoin("projects", "projects.id", "address_books.project_id")
    .select(["address_books.project_id", "address_books.version"])
    .where("address_books.look_at", "<=", now)
    .where("projects.removed_at", "is", null)
    .orderBy("address_books.look_at")
    .limit(1)
    .executeTakeFirst();
  if (due === undefined) return null;
  await db
    .updateTable("address_books")
    .set({ look_at: until, looked_at: now })
    .where("project_id", "=", due.project_id)
    .execute();
  return { projectId: due.project_id as ProjectId, version: due.version };
}

export async function writeBook(
  db: Db,
  projectId: ProjectId,
  values: Partial<NewRow<"address_books">>,
): Promise<void> {
  await db.updateTable("address_books").set(values).where("project_id", "=", projectId).execute();
}

/** Lists the latest decisions first. */
export async function listDecisions(
  db: Db,
  { projectId, limit }: { readonly projectId: ProjectId; readonly limit: number },
): Promise<readonly Decision[]> {
  const rows = await db
    .selectFrom("opportunities")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("decided_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    proposal: JSON.parse(row.proposal) as Proposal,
    decision: row.decision as Decision["decision"],
    jobId: row.job_id,
    reopened: row.reopened === 1,
  }));
}

export async function writeDecision(
  db: Db,
  { projectId, now, ...decided }: Decision & { readonly projectId: ProjectId; readonly now: number },
): Promise<void> {
  const values = {
    proposal: JSON.stringify(decided.proposal),
    decision: decided.decision,
    job_id: decided.jobId,
    reopened: decided.reopened ? 1 : 0,
    decided_at: now,
  };
  await db
    .insertInto("opportunities")
    .values({ id: decided.id, project_id: projectId, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}
