import { expect, test } from "vitest";
import type { CountVisitors } from "./evidence.ts";
import { findUnreadable } from "./find-readiness.ts";
import { idOf, needsModel, type ReadinessProposal } from "./proposal.ts";

/** Counts visitors of pages: each agent is a number. */
function countsOf(views: readonly (readonly [path: string, agent: number])[]): Pick<CountVisitors, "count"> {
  const number = (measure: string, own: typeof views) =>
    measure === "views" ? own.length : new Set(own.map(([, agent]) => agent)).size;
  return {
    async count(_store, { measure, filters }) {
      expect(filters).toEqual({ kind: ["ai"] });
      const toRow = (own: typeof views) => ({
        human: 0,
        ai: number(measure, own),
        total: number(measure, own),
      });
      const rows = [...Map.groupBy(views, ([path]) => path)].map(([value, own]) => ({
        value,
        ...toRow(own),
      }));
      return { totals: toRow(views), rows: async ({ offset, limit }) => rows.slice(offset, offset + limit) };
    },
  };
}

const finding = (path: string | null, fields: Partial<ReadinessProposal> = {}) => ({
  ...{ rule: "link-text", path, count: 2, title: "Title", reason: "Reason" },
  ...{ instruction: "Instruction", needsModel: true, ...fields },
});
const times = (count: number, path: string, agents = count) =>
  Array.from({ length: count }, (_, i) => [path, i % agents] as const);
const find = (views: ReturnType<typeof times>, readiness: readonly ReturnType<typeof finding>[]) =>
  findUnreadable(countsOf(views), { projectId: "prj_1", fromMs: 0, pages: { readiness } });

test("R74: findings on pages that at least 10 AI agents read are proposed, with their views", async () => {
  const views = [...times(25, "/a", 10), ...times(9, "/b")];
  const found = await find(views, [finding("/a"), finding("/b"), finding("/unread")]);
  expect(found).toEqual([
    { kind: "readiness", ...finding("/a"), views: 25, people: 0, agents: 10, total: 10 },
  ]);
});

test("R74: a finding about the whole site concerns the agents of all pages", async () => {
  const views = [...times(5, "/a"), ...times(12, "/b")];
  const [found] = await find(views, [finding(null, { rule: "llms-txt" })]);
  expect(found).toMatchObject({ path: null, agents: 12, views: 17 });
});

test("R74: of each rule, the 10 pages with the most agents are proposed", async () => {
  const pages = Array.from({ length: 12 }, (_, i) => `/p${i}`);
  const views = pages.flatMap((path, i) => times(10 + i, path));
  const found = await find(views, [
    ...pages.map((path) => finding(path)),
    ...[finding("/p0", { rule: "page-size" })],
  ]);
  expect(found.filter(({ rule }) => rule === "link-text").map(({ path }) => path)).toEqual(
    pages.slice(2).toReversed(),
  );
  expect(found.filter(({ rule }) => rule === "page-size")).toHaveLength(1);
});

test("R74: an address that could contain an instruction is left out", async () => {
  expect(await find(times(20, "/a`b"), [finding("/a`b")])).toEqual([]);
});

test("R74: whether a finding needs a language model is part of it, and its ID depends on its rule and page only", async () => {
  const [own] = await find(times(20, "/a"), [finding("/a", { needsModel: false })]);
  const [other] = await find(times(30, "/a"), [finding("/a", { count: 7 })]);
  expect([own, other].map((each) => each && needsModel(each))).toEqual([false, true]);
  const ids = [own, other].flatMap((each) => (each === undefined ? [] : [idOf("prj_1", each)]));
  expect(new Set(ids).size).toBe(1);
});
