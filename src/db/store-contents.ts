import SqliteDatabase from "better-sqlite3";

/** Reads what a backup must know about an embedded store that nobody uses. Unlike `openSqlite`, doesn't migrate it. */
export function readStoreContents(file: string) {
  const db = new SqliteDatabase(file, { fileMustExist: true });
  try {
    const list = (statement: string) => db.prepare<[], string>(statement).pluck().all();
    // A store of an earlier version may lack this table.
    const [table] = list("select name from sqlite_schema where name = 'installation'");
    return {
      migrations: list("select name from kysely_migration order by name"),
      projects: list("select id from projects"),
      repositories: list("select distinct repository_url from projects"),
      usesClickhouse:
        table !== undefined && list("select name from installation where name = 'visits'").length > 0,
    };
  } finally {
    db.close();
  }
}
