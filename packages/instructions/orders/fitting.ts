import type { Instruction } from "../instruction.ts";
import type { OrderReading } from "./order.ts";

/** How an attempt at a reading ended: at its first change, at a question, or because something does not exist. */
export type Attempt = "asks" | "fails" | "fits";

/**
 * Returns the likeliest reading that fits the site, so that its pages, headings and other parts exist. If none fits, the
 * likeliest one says why. Returns null if readings of different kinds are equally likely and fit.
 */
export function* fittingReading<Step, Result>(
  readings: readonly OrderReading[],
  attempt: (instructions: readonly Instruction[]) => Generator<Step, Attempt, Result>,
): Generator<Step, readonly Instruction[] | null, Result> {
  let asked: OrderReading | null = null;
  let found: OrderReading | null = null;
  for (const reading of readings) {
    if (found !== null && (reading.cost > found.cost || kindsOf(reading) === kindsOf(found))) continue;
    const end = yield* attempt(reading.instructions);
    if (end === "asks") asked ??= reading;
    if (end !== "fits") continue;
    if (found !== null) return null;
    found = reading;
  }
  return (found ?? asked ?? readings[0])?.instructions ?? [];
}

function kindsOf({ instructions }: OrderReading): string {
  return instructions.map((one) => (one.kind === "editPart" ? one.change.what : one.kind)).join();
}
