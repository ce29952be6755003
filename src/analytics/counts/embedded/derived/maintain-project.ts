import { existsSync } from "node:fs";
import { limits } from "../../../../limits.ts";
import { dayOf, monthOf } from "../calendar.ts";
import { type DayRow, openMonthsToRead } from "../events/months-to-read.ts";
import { createNames } from "../events/names.ts";
import { stampDays } from "../events/read-day.ts";
import { openToRead } from "../events/sqlite-file.ts";
import { projectFiles } from "../project-files.ts";
import { Damaged } from "./block-file.ts";
import { emptyManifest, type Manifest, readManifest, switchManifest } from "./manifest.ts";
import { chunkDays, type SealSource, sealDays, withoutDays } from "./seal-days.ts";
import { openSegments } from "./segments.ts";

/**
 * Brings what is derived of a project up to date with its events, a bounded number of days at a time; each step ends
 * with a switch of the manifest, so that a crash costs one step. Answers whether it switched.
 */
export function maintainProject(root: string, projectId: string, nowMs: number): boolean {
  const files = projectFiles(root, projectId);
  if (!existsSync(files.project)) return false;
  const db = openToRead(files.project);
  const months = openMonthsToRead(files);
  const source: SealSource = { folder: files.derived, months, readNames: createNames(db).read };
  try {
    const before = readManifest(files.derived);
    try {
      return bringUpToDate(source, before, nowMs).generation !== before.generation;
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      // Nothing of it is the truth: begin anew.
      bringUpToDate(source, { ...emptyManifest, generation: before.generation + 1 }, nowMs);
      return true;
    }
  } catch (error) {
    // The project was removed meanwhile.
    if (!existsSync(files.project)) return false;
    throw error;
  } finally {
    months.close();
    db.close();
  }
}

function bringUpToDate(source: SealSource, before: Manifest, nowMs: number): Manifest {
  const { folder, months } = source;
  const { retainedFrom } = source.readNames();
  // With today, whose first seconds are part of what a seal of yesterday depends on.
  const rows = months.snapshot(() => months.listDays(retainedFrom, Infinity));
  const end = dayOf(nowMs - limits.counts.sealAfterMs);
  let manifest = dropDays(before, rows);
  const stale = staleDays(folder, manifest, { rows, retainedFrom }).filter(({ day }) => day < end);
  for (const days of chunkDays(stale, monthOf, limits.counts.sealEventsMax)) {
    manifest = sealDays(source, manifest, days);
    switchManifest(folder, manifest);
  }
  return manifest;
}

/** Days whose segment is missing, or older than the last change that touches them. */
function staleDays(
  folder: string,
  manifest: Manifest,
  { rows, retainedFrom }: { rows: readonly DayRow[]; retainedFrom: number },
): DayRow[] {
  const segments = openSegments(folder, manifest.segments);
  try {
    const stamps = stampDays(rows, retainedFrom);
    return rows.filter(({ day }) => segments.stampOf(day) !== stamps.get(day));
  } finally {
    segments.close();
  }
}

/** Lets go of days that are stored no more. */
function dropDays(manifest: Manifest, rows: readonly DayRow[]): Manifest {
  const stored = new Set(rows.map(({ day }) => day));
  const gone = manifest.segments.flatMap(({ days }) => days).filter((day) => !stored.has(day));
  return gone.length === 0
    ? manifest
    : { ...manifest, segments: withoutDays(manifest.segments, new Set(gone)) };
}
