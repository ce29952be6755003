import { CannotDo } from "./work.ts";

/** “12 places”, “1 page”. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Somebody's own words in a sentence of ours: on one line, and not longer than a sentence bears. */
export function quote(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const points = [...line];
  return `“${points.length > shownMax ? `${points.slice(0, shownMax).join("")}…` : line}”`;
}

const shownMax = 100;

/** A path or address as Markdown code. */
export function code(text: string): string {
  const line = text.replace(/\s+/gu, " ");
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
}

/** “a, b and c”, and how many more. */
export function listed(items: readonly string[], max = 5): string {
  const shown = items.slice(0, max);
  if (items.length > max) return `${shown.join(", ")} and ${items.length - max} more`;
  const last = shown.pop() ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

/** The text, or the end of the work where a tool would not take so much. */
export function bounded(text: string, { max, what }: { max: number; what: string }): string {
  if (text.length <= max) return text;
  throw new CannotDo(
    `${what} may have at most ${max} characters, and this one has ${text.length}: ${quote(text)}.`,
  );
}
