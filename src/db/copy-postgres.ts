import { type Kysely, sql } from "kysely";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Database, Tx } from "./database.ts";
import { copyHistory, countRows, ownRows } from "./move-store.ts";
import { cannotOpen, connectPostgres } from "./postgres.ts";
import type { Schema } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";

export interface CopyPostgres {
  readonly url: string;
  /** The file to create. */
  readonly file: string;
  readonly onTable: (table: string, rows: number) => void;
}

/**
 * Copies the store on a PostgreSQL server, as of one moment, to a new embedded store, while services use it. Such a file
 * can be moved back into a database like any other embedded store. Throws `unavailable` if another version migrated the
 * store.
 */
export async function copyPostgres({ url, file, onTable }: CopyPostgres): Promise<void> {
  const { db: from, config } = connectPostgres(url);
  try {
    const to = await openSqlite(file);
    try {
      // All rows are from the same moment, so the references are valid at the end, but not while rows are copied.
      await sql`pragma foreign_keys = off`.execute(to.db);
      await from
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute((tx) => copyAll(tx, to, onTable));
    } finally {
      await to.close();
    }
  } catch (error) {
    throw error instanceof AppError ? error : cannotOpen(config, error);
  } finally {
    await from.destroy();
  }
}

async function copyAll(from: Tx, to: Database, onTable: CopyPostgres["onTable"]): Promise<void> {
  await requireSameVersion(from, to.db);
  for (const { name, columns } of await from.introspection.getTables()) {
    const names = columns.map((column) => column.name);
    const hasBlobs = columns.some(({ dataType }) => dataType === "bytea");
    await copyRows(from, to, {
      name,
      names,
      batch: limits.store[hasBlobs ? "movedBlobsMax" : "movedRowsMax"],
    });
    if (columns.some(({ isAutoIncrementing }) => isAutoIncrementing)) await copyNumber(from, to, name);
    onTable(name, await countRows(to.db, name));
  }
  await copyHistory({ from, to: to.db });
}

async function requireSameVersion(from: Kysely<Schema>, to: Kysely<Schema>): Promise<void> {
  const [theirs, ours] = await Promise.all(
    [from, to].map(async (db) => {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
        db,
      );
      return JSON.stringify(rows.map(({ name }) => name).sort());
    }),
  );
  if (theirs === ours) return;
  throw new AppError(
    "unavailable",
    "The database of DOCWRIGHT_DATABASE_URL was created by another version of Docwright. Run the backup with the version that the service runs.",
  );
}

async function copyRows(
  from: Tx,
  to: Database,
  {
    name,
    names,
    batch,
  }: { readonly name: string; readonly names: readonly string[]; readonly batch: number },
): Promise<void> {
  const columns = sql.join(names.map((column) => sql.ref(column)));
  await sql`declare copied no scroll cursor for select ${columns} from ${sql.table(name)}`.execute(from);
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch forward ${sql.lit(batch)} from copied`.execute(
      from,
    );
    if (rows.length === 0) break;
    await to.transaction(async (tx) => {
      for (const row of rows) {
        if (name === "installation" && ownRows.includes(String(row.name))) continue;
        const values = sql.join(names.map((column) => row[column]));
        await sql`insert into ${sql.table(name)} (${columns}) values (${values})`.execute(tx);
      }
    });
  }
  await sql`close copied`.execute(from);
}

/** The numbers of deleted rows must not be used again either. */
async function copyNumber(from: Tx, to: Database, table: string): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'number')::regclass), 0) as last
  `.execute(from);
  await sql`delete from sqlite_sequence where name = ${table}`.execute(to.db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${rows[0]?.last ?? 0})`.execute(to.db);
}
