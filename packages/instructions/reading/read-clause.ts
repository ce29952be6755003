import type { Instruction, InstructionScope } from "../instruction.ts";
import { limits } from "../limits.ts";
import { applyAddition, applyException, applyScope } from "./apply-scope.ts";
import type { Draft, Kind } from "./kind.ts";
import { tail } from "./kind.ts";
import { compileTemplate, type Effort, type Found, matchPhrase, payloadOf } from "./phrase.ts";
import { scope, scopeOf } from "./scope.ts";
import type { Token } from "./token.ts";

/** `several` is a clause with more than one reading, which is not understood either. */
export type Reading =
  | { readonly kind: "one"; readonly instructions: readonly Instruction[] }
  | { readonly kind: "none" | "several" };

const tailsMax = 6;

const scopeTail = tail("{scope}", (instruction, found) =>
  applyScope(instruction, scopeOf(payloadOf(found, "scope"))),
);
const exception =
  "(not|except|except for|excluding|apart from|other than|without|skip|skipping|ignore|ignoring|leave out|leaving out)";
const excepted =
  "[the] ({folder:folderPath}|{folder} (folder|directory)|(folder|directory) {folder})|[the] ({page:file}|{page} page|page {page})|{place}";
const part = `({scope}|${excepted})`;
const exceptTail = tail(
  `(${exception} ${part}|(leave|keep) (${excepted}) (alone|unchanged|untouched|as is|as it is))`,
  (instruction, found) => applyException(instruction, exceptionIn(found)),
);
const alsoTail = tail(`and ${part}`, (instruction, found) => applyAddition(instruction, exceptionIn(found)));
function exceptionIn(found: Found): InstructionScope {
  for (const kind of ["folder", "page", "place"] as const) {
    const name = found.get(kind)?.text;
    if (name !== undefined) return { kind, name };
  }
  return scopeOf(payloadOf(found, "scope"));
}
const courtesyTail = tail(
  "(please|pls|plz|kindly|for me|for us|asap|now|too|as well|ok|okay|🙂|[many] (thanks|thank you|thx|ty|cheers) [a lot|very much|so much|in advance])",
  (instruction) => instruction,
);
const joiner = compileTemplate("[,] [and|but|also|and also|but also|and then|then|please|and please|.]", {});

/**
 * Reads a whole clause: a reading must account for every token. Tries all readings; two different readings mean that
 * the clause is not understood, so the order of phrases never decides the meaning.
 */
export function readClause(tokens: readonly Token[], kinds: readonly Kind[]): Reading {
  const readings = new Map<string, readonly Instruction[]>();
  const effort: Effort = { steps: limits.clauseStepsMax };
  const leads: readonly (Lead | null)[] = [null, ...readLeads(tokens, effort)];
  for (const kind of kinds) {
    for (const { node, read } of kind.phrases) {
      for (const lead of leads) {
        matchPhrase(node, tokens, lead?.end ?? 0, new Map(), effort, (end, found) => {
          const draft = read(found);
          const led = draft === null ? null : withLead(draft, lead);
          if (led !== null)
            readTails(tokens, end, kind, led, { hasScope: lead !== null, effort, readings, depth: 0 });
        });
      }
    }
  }
  return effort.steps <= 0 ? { kind: "several" } : toReading(readings);
}

/** Reads a clause as an addition to the instructions before it: “Include code blocks too.” */
export function readAddition(
  tokens: readonly Token[],
  kinds: readonly Kind[],
  instructions: readonly Instruction[],
): Reading {
  const readings = new Map<string, readonly Instruction[]>();
  const kind = kinds.find(({ kind }) => kind === instructions[0]?.kind);
  const effort: Effort = { steps: limits.clauseStepsMax };
  if (kind !== undefined)
    readTails(tokens, 0, kind, { instructions }, { hasScope: true, effort, readings, depth: 0 });
  return toReading(readings);
}

function toReading(readings: ReadonlyMap<string, readonly Instruction[]>): Reading {
  const [instructions] = readings.values();
  if (instructions === undefined) return { kind: "none" };
  return readings.size === 1 ? { kind: "one", instructions } : { kind: "several" };
}

/** A scope before the instruction: “In guides, …”, “In guides, except guides/old, …”. */
interface Lead {
  readonly end: number;
  readonly scope: InstructionScope;
}

function readLeads(tokens: readonly Token[], effort: Effort): Lead[] {
  const leads: Lead[] = scope(tokens, 0).map(({ end, payload }) => ({ end, scope: scopeOf(payload) }));
  for (const { end, scope: around } of [...leads]) {
    matchPhrase(joiner, tokens, end, new Map(), effort, (start) => {
      matchPhrase(exceptTail.node, tokens, start, new Map(), effort, (end, found) => {
        const left = exceptionIn(found);
        if (left.kind === "site") return;
        leads.push({ end, scope: { ...around, except: [{ kind: left.kind, name: left.name }] } });
      });
    });
  }
  return leads;
}

function withLead(draft: Draft, lead: Lead | null): Draft | null {
  if (lead === null) return draft;
  return applyAll(draft, (instruction) => applyScope(instruction, lead.scope));
}

function applyAll(draft: Draft, apply: (instruction: Instruction) => Instruction | null): Draft | null {
  const instructions: Instruction[] = [];
  for (const instruction of draft.instructions) {
    const applied = apply(instruction);
    if (applied === null) return null;
    instructions.push(applied);
  }
  return { ...draft, instructions };
}

interface TailState {
  /** Whether the clause already has a scope. */
  readonly hasScope: boolean;
  readonly effort: Effort;
  readonly readings: Map<string, readonly Instruction[]>;
  readonly depth: number;
}

function readTails(tokens: readonly Token[], at: number, kind: Kind, draft: Draft, state: TailState): void {
  if (isOver(tokens, at)) {
    if (draft.needsScope !== true || state.hasScope) {
      state.readings.set(JSON.stringify(draft.instructions), draft.instructions);
    }
    return;
  }
  if (state.depth >= tailsMax) return;
  const starts = new Set([at]);
  matchPhrase(joiner, tokens, at, new Map(), state.effort, (end) => starts.add(end));
  for (const start of starts) {
    for (const following of [...kind.tails, scopeTail, alsoTail, exceptTail, courtesyTail]) {
      matchPhrase(following.node, tokens, start, new Map(), state.effort, (end, found: Found) => {
        // A second scope either narrows the first or contradicts it, and we cannot know which.
        if (end === start || (following === scopeTail && (state.hasScope || isOddScope(tokens, at, start))))
          return;
        const next = applyAll(draft, (instruction) => following.apply(instruction, found));
        const hasScope = state.hasScope || following === scopeTail || following.saysScope === true;
        if (next !== null) readTails(tokens, end, kind, next, { ...state, hasScope, depth: state.depth + 1 });
      });
    }
  }
}

/** “But in guides” contradicts the rest of the instruction, while “but only in guides” narrows it. */
function isOddScope(tokens: readonly Token[], at: number, start: number): boolean {
  const isNarrowing = ["only", "just"].includes(tokens[start]?.word ?? "");
  return start > at && tokens[start - 1]?.word === "but" && !isNarrowing;
}

function isOver(tokens: readonly Token[], at: number): boolean {
  for (let index = at; index < tokens.length; index++) if (tokens[index]?.word !== ",") return false;
  return true;
}
