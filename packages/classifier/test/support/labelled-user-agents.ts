import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { aiCategories, type Classification } from "../../index.ts";

/** A user agent whose sender is known from a source other than the classifier's rules. */
export interface Labelled {
  /** `human`, an AI category, a type of bot, or `bot` if the source does not specify the type. */
  readonly label: string;
  /** A key of `sources.json`. */
  readonly source: string;
  readonly userAgent: string;
  /** The client's Accept header, if the source includes it. */
  readonly accept: string | null;
}

const folder = join(import.meta.dirname, "labelled-user-agents");

/** Label, source, user agent and sometimes Accept, separated by tabs. */
export function readLabelled(): readonly Labelled[] {
  return globSync("*.tsv", { cwd: folder })
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), "utf8")
        .split("\n")
        .filter((line) => line !== ""),
    )
    .map((line) => {
      const [label = "", source = "", userAgent = "", accept] = line.split("\t");
      return { label, source, userAgent, accept: accept ?? null };
    });
}

export function readSources(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(folder, "sources.json"), "utf8")) as Record<string, string>;
}

export interface Score {
  readonly category: string;
  readonly labelled: number;
  /** The fraction of entries classified as this category that belong to it; 1 if there are none. */
  readonly precision: number;
  /** The fraction of entries in this category that were classified as such. */
  readonly recall: number;
}

export interface Judged extends Labelled {
  readonly answer: string;
}

/** `human`, the AI category, or the type of bot. */
export function answerOf({ kind, category, bot }: Classification): string {
  return category ?? bot ?? kind;
}

export function kindOf(label: string): Classification["kind"] {
  if (label === "human") return "human";
  return aiCategories.some((category) => category === label) ? "ai" : "bot";
}

/** Returns a score per category, sorted by name, that compares `of(label)` with `of(answer)`; null skips an entry. */
export function scoresOf(judged: readonly Judged[], of: (label: string) => string | null): readonly Score[] {
  // A bot of unknown type is not evidence for or against any type.
  const pairs = judged
    .map(({ label, answer }) => ({ label: of(label), answer: of(answer) }))
    .filter(({ label }) => label !== null);
  const categories = [...new Set(pairs.map(({ label }) => label ?? ""))].sort();
  return categories.map((category) => {
    const labelled = pairs.filter(({ label }) => label === category).length;
    const taken = pairs.filter(({ answer }) => answer === category).length;
    const right = pairs.filter(({ label, answer }) => label === category && answer === category).length;
    return { category, labelled, precision: taken === 0 ? 1 : right / taken, recall: right / labelled };
  });
}
