import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManualClock, type ManualClock } from "../../../../test/support/clock.ts";
import { openEmbeddedCounts, type VisitorCounts } from "../../index.ts";

/** One implementation of the port, in its own folder, with a stopped clock. */
export interface CountsHarness {
  readonly counts: VisitorCounts;
  readonly clock: ManualClock;
  readonly folder: string;
  /** Closes the store and reopens it. */
  reopen(): Promise<void>;
  remove(): Promise<void>;
}

export const implementations: readonly { name: string; open: () => Promise<CountsHarness> }[] = [
  { name: "embedded", open: async () => openEmbedded() },
];

function openEmbedded(): CountsHarness {
  const folder = mkdtempSync(join(tmpdir(), "docwright-counts-"));
  const clock = createManualClock(Date.UTC(2026, 10, 21, 9));
  const failures: unknown[] = [];
  const open = () => openEmbeddedCounts({ folder, clock, onFailure: (cause) => failures.push(cause) });
  let counts = open();
  return {
    get counts() {
      return counts;
    },
    clock,
    folder,
    async reopen() {
      await counts.close();
      counts = open();
    },
    async remove() {
      await counts.close();
      rmSync(folder, { recursive: true, force: true });
      if (failures.length > 0) throw new Error("A thread died.", { cause: failures[0] });
    },
  };
}

let projects = 0;

/** Projects share nothing, so every test uses a new one in the same store. */
export const newProject = (): string => `prj_${++projects}`;
