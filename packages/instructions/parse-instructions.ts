import { meaningOf } from "./frames/meaning.ts";
import { readFrames } from "./frames/read-frame.ts";
import type { Instruction } from "./instruction.ts";
import { kinds } from "./kinds/index.ts";
import { limits } from "./limits.ts";
import { resolvePronouns } from "./reading/anaphora.ts";
import { isBackground } from "./reading/background.ts";
import { splitClauses } from "./reading/clauses.ts";
import { applyCorrection } from "./reading/corrections.ts";
import { stripCourtesy } from "./reading/courtesy.ts";
import { type Header, readHeader } from "./reading/headers.ts";
import { type Grammar, type Reading, readAddition, readClause } from "./reading/read-clause.ts";
import { scan } from "./reading/scan.ts";
import type { Token } from "./reading/token.ts";

/** A part of a prompt and its instruction; null if it is not understood. */
export interface Part {
  /** The part as written in the prompt. */
  readonly text: string;
  readonly instruction: Instruction | null;
  /** A hint on how to rephrase a part that is not understood. */
  readonly hint?: string;
}

const { instructionsMax } = limits;

const verbs = new Set(kinds.flatMap((kind) => kind.verbs));
const phrases: Grammar = { kinds, verbs, readFrames() {} };
const grammar: Grammar = {
  ...phrases,
  readFrames(tokens, at, effort, next) {
    readFrames(tokens, at, effort, (frame) => {
      const draft = meaningOf(frame);
      if (draft !== null) next(draft, frame.end);
    });
  },
};

/**
 * Parses a prompt in plain English into instructions, in order. A part that is not understood has a null instruction;
 * the parser never guesses. Courtesies are not parts, so a prompt that contains nothing else has no parts. Takes time
 * linear in the length of the prompt, and never throws.
 */
export function parseInstructions(prompt: string): readonly Part[] {
  const parts = withoutBackground(readEntries(prompt)).flatMap(toParts);
  return parts.length <= instructionsMax ? parts : [tooMany(prompt)];
}

interface Entry {
  readonly tokens: readonly Token[];
  readonly text: string;
  readonly instructions: readonly Instruction[] | null;
  readonly hint: string | null;
}

function readEntries(prompt: string): readonly Entry[] {
  const entries: Entry[] = [];
  let header: Header | null = null;
  let announced = false;
  let joinable = false;
  let requested = false;
  let unclear = 0;
  for (const clause of splitClauses(prompt, scan(prompt), verbs)) {
    const { tokens, request } = stripCourtesy(clause.tokens);
    requested = request || (clause.joined && requested);
    if (tokens.length === 0) continue;
    if (clause.header) {
      header = readHeader(tokens);
      joinable = false;
      announced = header !== null;
      if (announced) continue;
    }
    // A header applies to the list items below it, or to the rest of its line.
    if (!clause.item && !announced && !clause.joined) header = null;
    announced = false;
    const previous = entries[entries.length - 1];
    // “Could the page a be deleted?” is a request in the passive voice.
    const asked = clause.question && !requested && tokens[0]?.word !== "could";
    // The prompt will not be carried out anyway, so read the rest quickly.
    const known = unclear < limits.unclearMax ? grammar : phrases;
    const entry = asked
      ? notUnderstood(prompt, tokens)
      : readEntry(prompt, underHeader(tokens, header), tokens, known);
    if (entry.instructions === null) unclear++;
    if (clause.joined && joinable && !asked && previous !== undefined) {
      const merged = merge(prompt, previous, entry, tokens, known);
      if (merged !== null) {
        entries[entries.length - 1] = merged;
        continue;
      }
    }
    const more = asked || !clause.joined ? null : readMore(prompt, tokens, entry, previous, known);
    if (more !== null && previous !== undefined) entries[entries.length - 1] = more;
    else entries.push(asked ? entry : (readPronouns(prompt, tokens, entry, previous, known) ?? entry));
    joinable = true;
    if (entries.length > instructionsMax) break;
  }
  return entries;
}

/** Drops sentences that only say why the orders after them are given. Without an order, nothing is dropped. */
function withoutBackground(entries: readonly Entry[]): readonly Entry[] {
  const kept = entries.filter(
    ({ instructions, tokens }, at) =>
      instructions !== null || entries[at + 1] === undefined || !isBackground(tokens),
  );
  return kept.every(({ instructions }) => instructions !== null) ? kept : entries;
}

/** Adds the header's words to an item without a verb. */
function underHeader(tokens: readonly Token[], header: Header | null): readonly Token[] {
  const first = tokens[0];
  if (header === null || header.before.length === 0 || first === undefined) return tokens;
  if (first.kind === "word" && verbs.has(first.word)) return tokens;
  return [...header.before, ...tokens, ...header.after];
}

function readEntry(
  prompt: string,
  tokens: readonly Token[],
  written: readonly Token[],
  known: Grammar,
): Entry {
  const asWritten = readClause(tokens, known);
  const corrected = asWritten.kind === "none" ? applyCorrection(tokens) : null;
  const reading = corrected === null ? asWritten : readClause(corrected, known);
  const entry = notUnderstood(prompt, written);
  if (reading.kind === "one") return { ...entry, instructions: reading.instructions };
  return reading.kind === "several"
    ? { ...entry, hint: "This instruction has more than one meaning. Put names in quotes." }
    : entry;
}

function notUnderstood(prompt: string, tokens: readonly Token[]): Entry {
  const start = tokens[0]?.start ?? 0;
  const end = tokens[tokens.length - 1]?.end ?? start;
  return { tokens, text: prompt.slice(start, end), instructions: null, hint: null };
}

/** Reads a clause that refers to the page of the previous clause: “set its title to …”. */
function readPronouns(
  prompt: string,
  tokens: readonly Token[],
  entry: Entry,
  previous: Entry | undefined,
  known: Grammar,
): Entry | null {
  if (entry.instructions !== null || previous?.instructions == null) return null;
  const resolved = resolvePronouns(tokens, previous.instructions);
  const found = resolved === null ? null : readEntry(prompt, resolved, tokens, known);
  return found?.instructions == null ? null : found;
}

/** Adds a page to the deletion before it: “delete a, then b”. The verb occurs only once. */
function readMore(
  prompt: string,
  tokens: readonly Token[],
  entry: Entry,
  previous: Entry | undefined,
  known: Grammar,
): Entry | null {
  const [verb] = previous?.tokens ?? [];
  const isDeletion = previous?.instructions?.every(({ kind }) => kind === "deletePage") === true;
  if (entry.instructions !== null || !isDeletion || verb?.kind !== "word") return null;
  if (!tokens.every(({ kind, word }) => kind === "quoted" || word.includes("/"))) return null;
  const { instructions } = readEntry(prompt, [verb, ...tokens], tokens, known);
  if (instructions === null || previous?.instructions == null) return null;
  const all = notUnderstood(prompt, [...previous.tokens, ...tokens]);
  return { ...all, instructions: [...previous.instructions, ...instructions] };
}

/** Merges a clause with the previous one if both are one instruction: “In the guides folder, …”. */
function merge(
  prompt: string,
  previous: Entry,
  entry: Entry,
  tokens: readonly Token[],
  known: Grammar,
): Entry | null {
  const all = { ...notUnderstood(prompt, [...previous.tokens, ...tokens]) };
  if (previous.instructions === null) {
    const reading: Reading = readClause([...previous.tokens, comma, ...tokens], known);
    return reading.kind === "one" ? { ...all, instructions: reading.instructions } : null;
  }
  // “Redirect both” needs two pages, and “redirect it” one.
  const several = tokens.some(({ word }) => ["both", "them", "their", "all"].includes(word));
  const single = tokens.some(({ word }) => ["it", "its"].includes(word));
  if (previous.instructions.length > 1 ? single : several && tokens.some(({ word }) => word === "both"))
    return null;
  // “Delete a and redirect a to b” is one instruction.
  if (entry.instructions !== null && entry.instructions[0]?.kind !== "addRedirect") return null;
  const addition = readAddition(tokens, known, previous.instructions);
  if (addition.kind === "one") return { ...all, instructions: addition.instructions };
  // “a becomes b, adapt the pages in guides”: a statement alone may already be an instruction.
  if (entry.instructions !== null) return null;
  const whole = readClause([...previous.tokens, comma, ...tokens], known);
  return whole.kind === "one" ? { ...all, instructions: whole.instructions } : null;
}

const comma: Token = { kind: "mark", text: ",", word: ",", start: 0, end: 0, indent: 0, info: "" };

function toParts(entry: Entry): Part[] {
  const { text } = entry;
  if (entry.instructions === null)
    return [{ text, instruction: null, ...(entry.hint === null ? {} : { hint: entry.hint }) }];
  if (entry.tokens.some(holdsInstruction)) {
    const hint =
      "The text to write seems to contain another instruction. Put the text in quotes or in a fenced block.";
    return [{ text, instruction: null, hint }];
  }
  return entry.instructions.map((instruction) => ({ text, instruction }));
}

/** Whether unfenced content contains an instruction after its start. */
function holdsInstruction(token: Token): boolean {
  if (token.kind !== "content" || token.info !== "open") return false;
  const [first, second] = splitClauses(token.text, scan(token.text), verbs);
  if (first === undefined || second === undefined) return false;
  const from = second.tokens[0]?.start ?? 0;
  return readEntries(token.text).some(
    (entry) => (entry.tokens[0]?.start ?? 0) >= from && entry.instructions !== null,
  );
}

function tooMany(prompt: string): Part {
  const hint = `The prompt has more than ${instructionsMax} instructions. Send them in several messages.`;
  return { text: prompt.slice(0, 200), instruction: null, hint };
}
