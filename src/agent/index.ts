export { findModel } from "./models/index.ts";
export type { TurnParts } from "./parts.ts";
export { createRunTurn } from "./run-turn.ts";
export { createToolContext } from "./tools/index.ts";
