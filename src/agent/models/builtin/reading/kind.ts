import type { Instruction } from "../instruction.ts";
import { compileTemplate, type Found, type Node, type ReadSlot } from "./phrase.ts";
import { scope } from "./scope.ts";
import { slots } from "./slots.ts";

/** What a phrase says before the words that may follow it are read. */
export interface Draft {
  readonly instructions: readonly Instruction[];
  /** Means something only together with a scope: “replace a with b” takes one, said in so many words. */
  readonly needsScope?: boolean;
}

/** A way to say an instruction. Null where the words fit and the sense does not: then it is not understood. */
export interface Phrase {
  readonly node: Node;
  readonly read: (found: Found) => Draft | null;
}

/** What may follow an instruction and changes it; null where it cannot be said of this one. */
export interface Tail {
  readonly node: Node;
  readonly apply: (instruction: Instruction, found: Found) => Instruction | null;
  /** Says where as well: “on pages that have none”. */
  readonly saysScope?: boolean;
}

/** A kind of instruction: all the ways to say it, and all that may be said after it. */
export interface Kind {
  readonly kind: Instruction["kind"];
  readonly phrases: readonly Phrase[];
  readonly tails: readonly Tail[];
  /** Words that start an instruction of this kind, so that “and” before one of them starts a new instruction. */
  readonly verbs: readonly string[];
}

const allSlots: Readonly<Record<string, ReadSlot>> = { ...slots, scope };

export function phrase(template: string, read: (found: Found) => Draft | null): Phrase {
  return { node: compileTemplate(template, allSlots), read };
}

export function tail(
  template: string,
  apply: (instruction: Instruction, found: Found) => Instruction | null,
): Tail {
  return { node: compileTemplate(template, allSlots), apply };
}

export function one(instruction: Instruction): Draft {
  return { instructions: [instruction] };
}
