import { limits } from "../../../../limits.ts";
import type { Instruction } from "../instruction.ts";
import { applyScope } from "./apply-scope.ts";
import type { Draft, Kind } from "./kind.ts";
import { tail } from "./kind.ts";
import {
  compileTemplate,
  type Effort,
  type Found,
  matchPhrase,
  payloadOf,
  type SlotMatch,
} from "./phrase.ts";
import { scope, scopeOf } from "./scope.ts";
import type { Token } from "./token.ts";

/** `several` is a clause with more than one reading: as little understood as one with none. */
export type Reading =
  | { readonly kind: "one"; readonly instructions: readonly Instruction[] }
  | { readonly kind: "none" | "several" };

const tailsMax = 6;

const scopeTail = tail("{scope}", (instruction, found) =>
  applyScope(instruction, scopeOf(payloadOf(found, "scope"))),
);
const courtesyTail = tail(
  "(please|pls|plz|kindly|for me|for us|asap|now|too|as well|ok|okay|🙂|[many] (thanks|thank you|thx|ty|cheers) [a lot|very much|so much|in advance])",
  (instruction) => instruction,
);
const joiner = compileTemplate("[,] [and|but|also|and also|but also|and then|then|please|and please|.]", {});

/**
 * Reads a whole clause: every token must have its part in it. All readings are tried, and two that differ are none,
 * so that no order among the phrases decides what somebody meant.
 */
export function readClause(tokens: readonly Token[], kinds: readonly Kind[]): Reading {
  const readings = new Map<string, readonly Instruction[]>();
  const effort: Effort = { steps: limits.editor.clauseStepsMax };
  const leads: readonly (SlotMatch | null)[] = [null, ...scope(tokens, 0)];
  for (const kind of kinds) {
    for (const { node, read } of kind.phrases) {
      for (const lead of leads) {
        matchPhrase(node, tokens, lead?.end ?? 0, new Map(), effort, (end, found) => {
          const draft = read(found);
          const led = draft === null ? null : withLead(draft, lead);
          if (led !== null)
            readTails(tokens, end, kind, led, { said: lead !== null, effort, readings, depth: 0 });
        });
      }
    }
  }
  return effort.steps <= 0 ? { kind: "several" } : toReading(readings);
}

/** Reads a clause as more about the instructions before it: “Include code blocks too.” */
export function readAddition(
  tokens: readonly Token[],
  kinds: readonly Kind[],
  instructions: readonly Instruction[],
): Reading {
  const readings = new Map<string, readonly Instruction[]>();
  const kind = kinds.find(({ kind }) => kind === instructions[0]?.kind);
  const effort: Effort = { steps: limits.editor.clauseStepsMax };
  if (kind !== undefined)
    readTails(tokens, 0, kind, { instructions }, { said: true, effort, readings, depth: 0 });
  return toReading(readings);
}

function toReading(readings: ReadonlyMap<string, readonly Instruction[]>): Reading {
  const [instructions] = readings.values();
  if (instructions === undefined) return { kind: "none" };
  return readings.size === 1 ? { kind: "one", instructions } : { kind: "several" };
}

function withLead(draft: Draft, lead: SlotMatch | null): Draft | null {
  if (lead === null) return draft;
  return applyAll(draft, (instruction) => applyScope(instruction, scopeOf(lead.payload)));
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
  /** Whether a scope was said. */
  readonly said: boolean;
  readonly effort: Effort;
  readonly readings: Map<string, readonly Instruction[]>;
  readonly depth: number;
}

function readTails(tokens: readonly Token[], at: number, kind: Kind, draft: Draft, state: TailState): void {
  if (isOver(tokens, at)) {
    if (draft.needsScope !== true || state.said) {
      state.readings.set(JSON.stringify(draft.instructions), draft.instructions);
    }
    return;
  }
  if (state.depth >= tailsMax) return;
  const starts = new Set([at]);
  matchPhrase(joiner, tokens, at, new Map(), state.effort, (end) => starts.add(end));
  for (const start of starts) {
    for (const each of [...kind.tails, scopeTail, courtesyTail]) {
      matchPhrase(each.node, tokens, start, new Map(), state.effort, (end, found: Found) => {
        // A second scope narrows the first or contradicts it: neither is ours to weigh.
        if (
          end === start ||
          (each === scopeTail && (state.said || (start > at && tokens[start - 1]?.word === "but")))
        )
          return;
        const next = applyAll(draft, (instruction) => each.apply(instruction, found));
        const said = state.said || each === scopeTail || each.saysScope === true;
        if (next !== null) readTails(tokens, end, kind, next, { ...state, said, depth: state.depth + 1 });
      });
    }
  }
}

function isOver(tokens: readonly Token[], at: number): boolean {
  for (let index = at; index < tokens.length; index++) if (tokens[index]?.word !== ",") return false;
  return true;
}
