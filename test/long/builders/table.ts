import { createParserProcess } from "../../../packages/site/index.ts";
import { type Builder, buildVectors } from "./builder.ts";
import { createFindEffect } from "./evidence.ts";
import { isRefused } from "./refused.ts";
import type { Vector } from "./vector.ts";

export interface Row {
  readonly row: string;
  readonly vectors: number;
  /** The vectors that had an effect, according to the builder's output. */
  readonly executed: number;
  readonly refused: number;
  /** The vectors that had an effect and that the policy does not refuse. */
  readonly missed: number;
}

export interface Table {
  readonly rows: readonly Row[];
  /** The vectors that the builder rejected. */
  readonly broken: readonly Vector[];
  /** The vectors that were built and did nothing. */
  readonly idle: readonly Vector[];
  readonly missed: readonly Vector[];
}

/** Builds a builder's vectors, and determines which of them had an effect and which of them the policy refuses. */
export async function createTable(builder: Builder): Promise<Table> {
  const built = await buildVectors(builder);
  const findEffect = createFindEffect(built);
  const judged: { vector: Vector; executed: boolean; refused: boolean }[] = [];
  const parser = createParserProcess();
  try {
    for (const vector of builder.vectors) {
      const executed = findEffect(vector) !== null;
      judged.push({ vector, executed, refused: await isRefused(vector, builder, parser) });
    }
  } finally {
    await parser.close();
  }
  const missed = judged.filter(({ executed, refused }) => executed && !refused);
  const idle = judged.filter(({ vector, executed }) => !executed && !built.broken.includes(vector));
  const names = [...new Set(builder.vectors.map(({ row }) => row))];
  const rows = names.map((row) => {
    const own = judged.filter(({ vector }) => vector.row === row);
    return {
      row,
      vectors: own.length,
      executed: own.filter(({ executed }) => executed).length,
      refused: own.filter(({ refused }) => refused).length,
      missed: own.filter((one) => missed.includes(one)).length,
    };
  });
  const vectorsOf = (some: typeof judged) => some.map(({ vector }) => vector);
  return { rows, broken: built.broken, idle: vectorsOf(idle), missed: vectorsOf(missed) };
}

/** Returns the table as text. */
export function tableText({ name }: Builder, { rows, broken }: Table): string {
  const titles = ["vectors", "executed", "refused", "missed"];
  const width = Math.max(...rows.map(({ row }) => row.length), name.length);
  const line = (first: string, cells: readonly (string | number)[]) =>
    first.padEnd(width) + cells.map((cell) => String(cell).padStart(10)).join("");
  const lines = rows.map(({ row, vectors, executed, refused, missed }) =>
    line(row, [vectors, executed, refused, missed]),
  );
  const rejected = broken.length === 0 ? [] : [`The builder rejected ${broken.length} pages.`];
  return [line(name, titles), ...lines, ...rejected].join("\n");
}

/** Describes a vector in one line. */
export function vectorText({ row, path, text }: Vector): string {
  return `${row}: ${path}: ${JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text)}`;
}
