import { describe, expect, it } from "vitest";
import { AppError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import { createManualClock } from "../../std/clock.ts";
import { createSnapshots, type SnapshotRequest } from "./snapshots.ts";

const { keepMs, countMax, perProjectMax, bytesPerProjectMax, bytesMax, startsKept } = limits.snapshots;

interface RequestOptions {
  readonly projectId?: string;
  readonly walker?: string;
  readonly parameters?: string;
  readonly offset?: number;
  readonly named?: string;
  /** The table's size if a new snapshot is taken. */
  readonly bytes?: number;
}

function open() {
  const clock = createManualClock(0);
  const snapshots = createSnapshots(clock);
  const request = ({ bytes = 100, ...options }: RequestOptions): SnapshotRequest<never, null> => ({
    projectId: "prj_1",
    walker: "key_1",
    parameters: "all",
    offset: 0,
    limit: 10,
    ...options,
    named: options.named ?? null,
    take: async () => ({
      table: { totals: null, rowCount: 0, bytes, rows: async () => [] },
      isUpperBound: false,
    }),
  });
  const select = async (options: RequestOptions = {}) => (await snapshots.select(request(options))).id;
  const isKept = async (named: string, projectId = "prj_1") => {
    try {
      return (await select({ named, projectId })) === named;
    } catch (error) {
      if (error instanceof AppError && error.code === "conflict") return false;
      throw error;
    }
  };
  return { clock, select, isKept };
}

describe("snapshots (R14)", () => {
  it("serve a page from the newest snapshot that served the previous page to the same client", async () => {
    const { select } = open();
    const old = await select();
    const newest = await select();
    expect(await select({ offset: 10 })).toBe(newest);
    // Requesting the older snapshot by ID does not make it the newest.
    expect(await select({ named: old, offset: 10 })).toBe(old);
    expect(await select({ offset: 20 })).toBe(newest);
    for (const other of [{ walker: "key_2" }, { parameters: "some" }, { projectId: "prj_2" }, { offset: 7 }])
      expect([old, newest]).not.toContain(await select({ offset: 10, ...other }));
  });

  it("serve the next page to a client that started in the middle", async () => {
    const { select } = open();
    const id = await select({ offset: 50 });
    expect(await select({ offset: 60 })).toBe(id);
    expect(await select({ offset: 50 })).not.toBe(id);
  });

  it("remember the last pages that they served, but not every page of a long result", async () => {
    const { select } = open();
    const id = await select();
    for (let i = 1; i <= startsKept + 5; i++) expect(await select({ offset: i * 10 })).toBe(id);
    expect(await select({ offset: (startsKept + 5) * 10 })).toBe(id);
    expect(await select({ offset: 10 })).not.toBe(id);
  });

  it("are kept for some time after their last use", async () => {
    const { clock, select, isKept } = open();
    const [used, unused] = [await select(), await select()];
    clock.advance(keepMs - 1);
    expect(await isKept(used)).toBe(true);
    clock.advance(1);
    expect(await isKept(unused)).toBe(false);
    expect(await isKept(used)).toBe(true);
    clock.advance(keepMs);
    expect(await isKept(used)).toBe(false);
  });

  it("R14: are limited per project, and the oldest are dropped first, even if they were used later", async () => {
    const { select, isKept } = open();
    const [oldest, second] = [await select(), await select()];
    const other = await select({ projectId: "prj_2" });
    for (let i = 0; i < perProjectMax - 2; i++) await select();
    expect(await isKept(oldest)).toBe(true);
    await select();
    expect(await isKept(oldest)).toBe(false);
    expect(await isKept(second)).toBe(true);
    expect(await isKept(other, "prj_2")).toBe(true);
  });

  it("are limited in total", async () => {
    const { select, isKept } = open();
    const first = await select();
    for (let i = 0; i < countMax; i++)
      await select({ projectId: `prj_${2 + Math.floor(i / perProjectMax)}` });
    expect(await isKept(first)).toBe(false);
  });

  it("are limited in memory per project and in total, but the newest snapshot is always kept", async () => {
    const { select, isKept } = open();
    const half = bytesPerProjectMax / 2;
    const ids = [await select({ bytes: half }), await select({ bytes: half }), await select({ bytes: 1 })];
    expect(await Promise.all(ids.map((id) => isKept(id)))).toEqual([false, true, true]);
    const large = await select({ bytes: bytesPerProjectMax + 1 });
    expect(await isKept(large)).toBe(true);
    expect(await isKept(ids[2] ?? "")).toBe(false);
    const others = bytesMax / bytesPerProjectMax;
    for (let i = 0; i < others; i++) await select({ projectId: `prj_o${i}`, bytes: bytesPerProjectMax });
    expect(await isKept(large)).toBe(false);
  });

  it("fail if the query fails, and are not kept", async () => {
    const snapshots = createSnapshots(createManualClock(0));
    const failing = {
      ...{ projectId: "prj_1", walker: "key_1", parameters: "all", offset: 0, limit: 10, named: null },
      take: () => Promise.reject(new AppError("unavailable", "The store is closed.")),
    };
    await expect(snapshots.select(failing)).rejects.toThrow("The store is closed.");
  });
});
