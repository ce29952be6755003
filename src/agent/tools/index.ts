export type { FinishData } from "./finish.ts";
export type { ListData, ListedFolder, ListedGroup, ListedPage, PageMatch } from "./list.ts";
export type { OutlineData, OutlinedHeading, OutlinedPage } from "./outline.ts";
export type { ToolData, ToolInput, ToolName, ToolShapes } from "./shapes.ts";
export { type Tool, type ToolAnswer, type ToolContext, ToolError } from "./tool.ts";
