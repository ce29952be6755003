import SqliteDatabase from "better-sqlite3";

type Row = Readonly<Record<string, unknown>>;

/** Copies the rows of tables on a PostgreSQL server into a SQLite file that has the same tables. */
export interface CopyRows {
  /** Runs a statement on one connection, within the transaction that determines the moment of the copy. */
  readonly query: (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  readonly file: string;
  readonly tables: readonly CopiedTable[];
  /** Whether to copy a row. */
  readonly keeps: (table: string, row: Row) => boolean;
  readonly onTable: (table: string, rows: number) => void;
}

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The number of rows that are in memory together. */
  readonly batch: number;
  /** The column with automatic numbers; null if there is none. */
  readonly numbered: string | null;
}

/** Nobody else may use the file. */
export async function copyRows({ query, file, tables, keeps, onTable }: CopyRows): Promise<void> {
  const db = new SqliteDatabase(file, { fileMustExist: true });
  try {
    // All rows are from the same moment, so the references are valid at the end, but not while rows are copied.
    db.pragma("foreign_keys = off");
    for (const { name, columns, batch, numbered } of tables) {
      const quoted = columns.map((column) => `"${column}"`).join(", ");
      const insert = db.prepare(
        `insert into "${name}" (${quoted}) values (${columns.map(() => "?").join(", ")})`,
      );
      const insertAll = db.transaction((rows: readonly Row[]) => {
        for (const row of rows) insert.run(columns.map((column) => row[column]));
      });
      await query(`declare copied no scroll cursor for select ${quoted} from "${name}"`);
      let copied = 0;
      for (;;) {
        const rows = await query(`fetch forward ${batch} from copied`);
        if (rows.length === 0) break;
        insertAll(rows.filter((row) => keeps(name, row)));
        copied += rows.length;
      }
      await query("close copied");
      if (numbered !== null) copyNumber(db, name, await readNumber(query, name, numbered));
      onTable(name, copied);
    }
  } finally {
    db.close();
  }
}

async function readNumber(query: CopyRows["query"], table: string, column: string): Promise<number> {
  const [row] = await query(
    "select coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass), 0) as last",
    [table, column],
  );
  return Number(row?.last ?? 0);
}

/** The numbers of deleted rows must not be used again either. */
function copyNumber(db: SqliteDatabase.Database, table: string, last: number): void {
  db.prepare("delete from sqlite_sequence where name = ?").run(table);
  db.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(table, last);
}
