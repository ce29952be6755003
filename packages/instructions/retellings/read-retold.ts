import { isRead, type Part } from "../part.ts";
import { retold } from "./retell.ts";

/** Reads a prompt as its retellings. Returns null if none is understood, or if they have different meanings. */
export function readRetold(prompt: string, parse: (text: string) => readonly Part[]): readonly Part[] | null {
  const told = retold(prompt).map((order) => parse(order));
  const read = told.filter(
    (parts) => parts.length > 0 && parts.every(isRead) && !parts.some((part) => isTrail(part, prompt)),
  );
  const [found, ...others] = new Map(read.map((parts) => [meaningsOf(parts), parts])).values();
  return found === undefined || others.length > 0 ? null : found;
}

/** Two ways to retell a prompt may have the same meaning. */
function meaningsOf(parts: readonly Part[]): string {
  return JSON.stringify(parts.map(({ instruction, readings }) => readings?.[0]?.instructions ?? instruction));
}

/** “Rename Guides > Setup to b” means a page or group, not a text. */
function isTrail({ instruction }: Part, prompt: string): boolean {
  if (instruction?.kind !== "replaceTerm" || !instruction.from.includes(" > ")) return false;
  return !/["“`'][^"”`']* > /u.test(prompt);
}
