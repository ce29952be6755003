import { expect, it } from "vitest";
import { AppError } from "../errors.ts";
import { createPrepareMissing } from "./missing-pages.ts";

const visitor = new Uint8Array(16).fill(7);

/** Decisions of one project, in a store that can be down. */
function openDecisions({ hasDatabase }: { hasDatabase: boolean }) {
  let isDown = true;
  const applied: unknown[] = [];
  const guarded = async <Result>(result: Result, ...call: unknown[]): Promise<Result> => {
    if (isDown) throw new AppError("unavailable", "Could not reach the database.");
    if (call.length > 0) applied.push(call);
    return result;
  };
  const prepare = createPrepareMissing({
    counts: {
      database: async () =>
        hasDatabase ? { status: "unreachable", problem: "down", waitingEvents: 1, waitingSinceMs: 1 } : null,
      setAiCategories: (store, categories) => guarded(undefined, store, categories),
      listErased: (store) => guarded(store === "prj_a" ? [visitor] : []),
      erase: (store, erased) => guarded(0, store, erased),
    },
    oneByOne: (work) => work(),
    getSettings: async () => ({ aiCategories: ["search"] }),
  });
  return {
    prepare,
    applied,
    recover: () => {
      isDown = false;
    },
  };
}

it("R74: while a database is down, missing pages are accepted, and earlier decisions are applied later", async () => {
  const { prepare, applied, recover } = openDecisions({ hasDatabase: true });
  await prepare("prj_a");
  await prepare.finish();
  expect(applied).toEqual([]);
  recover();
  await prepare.finish();
  const decisions = [
    ["prj_a-missing", ["search"]],
    ["prj_a-missing", visitor],
  ];
  expect(applied).toEqual(decisions);
  await prepare.finish();
  await prepare("prj_a");
  expect(applied).toEqual(decisions);
});

it("R74: if files can't be written, missing pages are rejected", async () => {
  const { prepare, applied, recover } = openDecisions({ hasDatabase: false });
  await expect(prepare("prj_a")).rejects.toThrow("Could not reach the database.");
  recover();
  await prepare("prj_a");
  expect(applied).toHaveLength(2);
});
