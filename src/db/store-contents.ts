import SqliteDatabase from "better-sqlite3";

/** What a backup must know about an embedded store that nobody uses. */
export interface StoreContents {
  /** The names of the migrations that were applied to the store. */
  readonly migrations: readonly string[];
  readonly projects: readonly { readonly id: string; readonly repositoryUrl: string }[];
  /** Whether the visits are in ClickHouse. */
  readonly usesClickhouse: boolean;
}

/** Unlike `openSqlite`, doesn't migrate the store. */
export function readStoreContents(file: string): StoreContents {
  const db = new SqliteDatabase(file, { fileMustExist: true });
  try {
    const texts = (statement: string) => db.prepare<[], string>(statement).pluck().all();
    const tables = new Set(texts("select name from sqlite_schema where type = 'table'"));
    return {
      migrations: texts("select name from kysely_migration order by name"),
      projects: db
        .prepare<[], { id: string; repositoryUrl: string }>(
          "select id, repository_url as repositoryUrl from projects",
        )
        .all(),
      usesClickhouse:
        tables.has("installation") && texts("select name from installation where name = 'visits'").length > 0,
    };
  } finally {
    db.close();
  }
}
