import type { AiCategory, Counts } from "../../analytics/index.ts";
import { type TableQuestion, toWireTable } from "./table-question.ts";

const counted = (counts: Counts) => ({ human: counts.human, ai: counts.ai, total: counts.total });

/** R9, R10. */
export const visitorsQuestion: TableQuestion = {
  list: "visitors",
  columns: ["path", "human", "ai", "total"],
  names: ["path"],
  countsVisitors: true,
  async ask(counts, projectId, range) {
    const table = await counts.count(projectId, { ...range, measure: "visitors", by: "path" });
    return toWireTable(table, { row: ({ value, ...row }) => ({ path: value, ...row }), totals: counted });
  },
};

/** R40. */
export const viewsQuestion: TableQuestion = {
  list: "views",
  columns: ["path", "human", "ai", "total"],
  names: ["path"],
  countsVisitors: false,
  async ask(counts, projectId, range) {
    const table = await counts.count(projectId, { ...range, measure: "views", by: "path" });
    return toWireTable(table, { row: ({ value, ...row }) => ({ path: value, ...row }), totals: counted });
  },
};

/** R41. */
export const referrersQuestion: TableQuestion = {
  list: "referrers",
  columns: ["referrer", "human", "ai", "total"],
  names: ["referrer"],
  countsVisitors: true,
  async ask(counts, projectId, range) {
    const table = await counts.count(projectId, { ...range, measure: "visitors", by: "referrer" });
    return toWireTable(table, { row: ({ value, ...row }) => ({ referrer: value, ...row }), totals: counted });
  },
};

/** R41. */
export const agentsQuestion: TableQuestion = {
  list: "agents",
  columns: ["agent", "operator", "category", "visitors", "views"],
  names: ["agent", "operator", "category"],
  countsVisitors: true,
  async ask(counts, projectId, range) {
    const table = await counts.countAgents(projectId, range);
    return toWireTable(table, { row: (row) => ({ ...row }), totals: (totals) => ({ ...totals }) });
  },
};

/** R41: an operator counts the union of its agents' visitors. */
export const operatorsQuestion: TableQuestion = {
  list: "operators",
  columns: ["operator", "visitors", "views"],
  names: ["operator"],
  countsVisitors: true,
  async ask(counts, projectId, range) {
    const table = await counts.countAgentGroups(projectId, { ...range, by: "operator" });
    return toWireTable(table, {
      row: ({ value, ...row }) => ({ operator: value === "" ? null : value, ...row }),
      totals: (totals) => ({ ...totals }),
    });
  },
};

/** R41: a category counts the union of its agents' visitors. */
export const categoriesQuestion: TableQuestion = {
  list: "categories",
  columns: ["category", "visitors", "views"],
  names: ["category"],
  countsVisitors: true,
  async ask(counts, projectId, range) {
    const table = await counts.countAgentGroups(projectId, { ...range, by: "category" });
    return toWireTable(table, {
      row: ({ value, ...row }) => ({ category: value as AiCategory, ...row }),
      totals: (totals) => ({ ...totals }),
    });
  },
};

/** R41: events excluded from both counts. */
export const botsQuestion: TableQuestion = {
  list: "bots",
  columns: ["kind", "name", "reason", "events"],
  names: ["kind", "name", "reason"],
  countsVisitors: false,
  async ask(counts, projectId, range) {
    const table = await counts.countBots(projectId, range);
    return toWireTable(table, { row: (row) => ({ ...row }), totals: () => null });
  },
};
