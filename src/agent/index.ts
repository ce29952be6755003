export { type Agents, createAgents } from "./agents.ts";
export type { Model, ModelReply, ModelRequest, ToolCall } from "./models/model.ts";
export { createRunTurn } from "./run-turn.ts";
export { createToolContext } from "./tools/index.ts";
