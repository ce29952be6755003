export { contextLinesFor } from "./context-lines.ts";
export { narrowDiff } from "./narrow-diff.ts";
export { type Diff, type DiffBounds, type DiffLine, type FileDiff, parseDiff } from "./parse-diff.ts";
