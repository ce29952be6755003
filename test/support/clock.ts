/** Clocks for tests and benches, those of the packages too: a package takes any clock of this shape. */
export { type Clock, createManualClock, createSystemClock, type ManualClock } from "../../src/std/clock.ts";
