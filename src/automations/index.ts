export type { Automation, Run } from "./automation.ts";
export { type Automations, createAutomations } from "./create-automations.ts";
export { type AutomationRunner, createAutomationRunner } from "./runner.ts";
export type { BranchNews, CheckBranch } from "./watch.ts";
