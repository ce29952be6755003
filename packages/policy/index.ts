export { isPage } from "./active.ts";
export { closedFiles } from "./closed-files.ts";
export { findInvisible, stripInvisible } from "./invisible.ts";
export { type Judgment, judgeChange, listChange } from "./judge-change.ts";
export { limits } from "./limits.ts";
export type { Proposal } from "./proposal.ts";
export { refusedPaths } from "./refused-paths.ts";
export { findSecrets, type Outgoing } from "./secrets.ts";
