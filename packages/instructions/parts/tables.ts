import { containsWords, type Line, looseOf, plain } from "./lines.ts";

/** A Markdown table. Tables written as HTML are not read. */
export interface Table {
  readonly heading: string;
  readonly header: Row;
  readonly delimiter: Row;
  readonly rows: readonly Row[];
}

export interface Row {
  readonly line: number;
  /** The whole line. */
  readonly text: string;
  /** The text of each cell as written, with its spaces. */
  readonly cells: readonly string[];
}

export function findTables(lines: readonly Line[]): readonly Table[] {
  const tables: Table[] = [];
  for (let at = 0; at + 1 < lines.length; at++) {
    const [header, delimiter] = [rowOf(lines[at]), rowOf(lines[at + 1])];
    if (header === null || delimiter === null || !isDelimiter(delimiter, header)) continue;
    const rows: Row[] = [];
    let end = at + 2;
    for (; end < lines.length; end++) {
      const row = rowOf(lines[end]);
      if (row === null) break;
      rows.push(row);
    }
    tables.push({ heading: lines[at]?.heading ?? "", header, delimiter, rows });
    at = end - 1;
  }
  return tables;
}

function rowOf(line: Line | undefined): Row | null {
  if (line === undefined || line.hidden || !line.text.includes("|") || line.text.trim() === "") return null;
  return { line: line.number, text: line.text, cells: cellsOf(line.text) };
}

function isDelimiter({ cells }: Row, header: Row): boolean {
  return cells.length === header.cells.length && cells.every((cell) => /^\s*:?-+:?\s*$/u.test(cell));
}

/** Splits a row at its pipes. Escaped pipes belong to a cell. */
export function cellsOf(text: string): readonly string[] {
  const row = text.replace(/^[\s>]*\|?/u, "").replace(/(?<!\\)\|\s*$/u, "");
  return row.split(/(?<!\\)\|/u);
}

/**
 * Returns the rows that match a person's words, by the strictest rule that matches any row. Usually, the words are a
 * cell's whole text.
 */
export function rowsNamed(
  tables: readonly Table[],
  name: string | number,
): readonly { readonly table: Table; readonly row: Row }[] {
  if (typeof name === "number")
    return tables.flatMap((table) => {
      const row = table.rows.at(name > 0 ? name - 1 : name);
      return row === undefined ? [] : [{ table, row }];
    });
  const wanted = looseOf(name);
  const exact = plain(name).toLowerCase();
  const all = tables.flatMap((table) => table.rows.map((row) => ({ table, row })));
  const tiers: readonly ((cells: readonly string[]) => boolean)[] = [
    ([first = ""]) => plain(first).toLowerCase() === exact,
    ([first = ""]) => wanted !== "" && looseOf(first) === wanted,
    (cells) => cells.some((cell) => wanted !== "" && looseOf(cell) === wanted),
    ([first = ""]) => containsWords(first, name),
    (cells) => cells.some((cell) => containsWords(cell, name)),
  ];
  for (const fits of tiers) {
    const found = all.filter(({ row }) => fits(row.cells));
    if (found.length > 0) return found;
  }
  return [];
}

export function columnNamed({ header }: Table, name: string): number {
  return header.cells.findIndex((cell) => looseOf(cell) === looseOf(name));
}

/** Whether the heading above this table and its header row contain all of the words. */
export function isNamed({ heading, header }: Table, name: string): boolean {
  const words = looseOf(name).split(" ");
  const all = `${plain(heading)} ${header.cells.map(plain).join(" ")}`;
  return words.every((word) => containsWords(all, word) || containsWords(all, word.replace(/s$/u, "")));
}

/** A new row, written like the others: with the same pipes, and in aligned columns if they are aligned. */
export function rowLike({ header, delimiter, rows }: Table, values: readonly string[]): string {
  const model = rows.at(-1) ?? header;
  const isPadded = [header, ...rows].every(({ cells }) =>
    cells.every((cell, index) => cell.length === delimiter.cells[index]?.length),
  );
  const cells = header.cells.map((_, index) => {
    const value = escapedCell((values[index] ?? "").trim());
    const mark = delimiter.cells[index] ?? "";
    const width = isPadded ? mark.length - 2 : 0;
    const padded =
      /[^:\s]\s*$/u.test(mark.trim()) || mark.trim().startsWith(":")
        ? value.padEnd(width)
        : value.padStart(width);
    return ` ${padded} `;
  });
  const start = /^[\s>]*/u.exec(model.text)?.[0] ?? "";
  const opens = model.text.slice(start.length).startsWith("|");
  const closes = /(?<!\\)\|\s*$/u.test(model.text);
  const joined = cells.join("|");
  return `${start}${opens ? "|" : ""}${opens ? joined : joined.trimStart()}${closes ? "|" : ""}`.trimEnd();
}

export function escapedCell(text: string): string {
  return text.replace(/(?<!\\)\|/gu, "\\|");
}

/** The row with another cell at `index`. */
export function withCell({ text, cells }: Row, index: number, cell: string): string {
  const start = /^[\s>]*\|?/u.exec(text)?.[0] ?? "";
  const end = /(?<!\\)\|\s*$/u.exec(text.slice(start.length))?.[0].trimEnd() ?? "";
  const others = [...cells];
  others.splice(index, 0, cell);
  return `${start}${others.join("|")}${end}`;
}

/** The row without the cell at `index`. */
export function withoutCell({ text, cells }: Row, index: number): string {
  const start = /^[\s>]*\|?/u.exec(text)?.[0] ?? "";
  const end = /(?<!\\)\|\s*$/u.exec(text.slice(start.length))?.[0].trimEnd() ?? "";
  return `${start}${cells.filter((_, at) => at !== index).join("|")}${end}`.trimEnd();
}
