import type { Instruction } from "../instruction.ts";
import type { OrderFrame, RolePhrase } from "./frame.ts";
import type { NounPhrase } from "./noun-phrase.ts";
import type { Where } from "./places.ts";

/** The phrases of an order by what they say. Every phrase of the frame is in exactly one of these fields. */
export interface Order {
  readonly frame: OrderFrame;
  readonly object: NounPhrase;
  readonly where: Where;
  /** The new name, value or style, or the new place. */
  readonly to: RolePhrase | null;
  readonly beside: RolePhrase | null;
  readonly instead: NounPhrase | null;
  /** “As the first item” */
  readonly edge: "end" | "start" | null;
}

/** A possible meaning of an order. */
export interface OrderReading {
  readonly instructions: readonly Instruction[];
  /** The number of words that are read in an unlikely way. */
  readonly cost: number;
}

/** An order in free words. If it has several readings, only the site's pages can decide between them. */
export interface ReadOrder {
  /** The order as written in the prompt. */
  readonly text: string;
  /** The likeliest reading comes first. */
  readonly readings: readonly OrderReading[];
}
