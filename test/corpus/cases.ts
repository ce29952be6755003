import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** One instruction for one site. */
export interface Case {
  /** Starts at 1, in the order of `cases.json`. */
  readonly number: number;
  readonly site: string;
  readonly prompt: string;
}

const casesSchema = z.array(z.object({ site: z.string().regex(/^[\w.-]+$/u), prompt: z.string().min(1) }));

/** Reads `cases.json`. Throws if the file is missing or has a different shape. */
export function readCases(folder: string): Case[] {
  const cases = casesSchema.parse(JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")));
  return cases.map(({ site, prompt }, index) => ({ number: index + 1, site, prompt }));
}
