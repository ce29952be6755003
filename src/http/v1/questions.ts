import { type AiCategory, type Counts, missingStoreOf } from "../../analytics/index.ts";
import { limits } from "../../limits.ts";
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

/** R74. */
export const missingQuestion: TableQuestion = {
  list: "missing",
  columns: ["path", "human", "ai", "total"],
  names: ["path"],
  countsVisitors: true,
  async ask(counts, projectId, range) {
    const table = await counts.count(missingStoreOf(projectId), {
      ...range,
      ...{ measure: "visitors", by: "path" },
    });
    return toWireTable(table, { row: ({ value, ...row }) => ({ path: value, ...row }), totals: counted });
  },
  details: {
    columns: ["referrers", "suggestion"],
    async add({ analytics, opportunities }, { projectId, range }, rows) {
      const pages = rows.map(({ path }) => String(path));
      const [all, known] = await Promise.all([
        analytics.counts.countPageReferrers(missingStoreOf(projectId), {
          ...range,
          pages,
          perPage: limits.http.missingReferrersMax,
        }),
        opportunities.findPages(projectId),
      ]);
      const byPage = Map.groupBy(all, ({ path }) => path);
      return rows.map((row) => {
        const referrers = byPage.get(String(row.path)) ?? [];
        const page = known?.find(String(row.path)) ?? null;
        const suggestion = page === null ? null : { path: page.path, reason: page.reason };
        const names = referrers.map(({ referrer }) => referrer).join(" ");
        return {
          json: { ...row, referrers: referrers.map(({ path: _path, ...own }) => own), suggestion },
          csv: { ...row, referrers: names, suggestion: suggestion?.path ?? null },
        };
      });
    },
  },
};
