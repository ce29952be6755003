import { z } from "zod";

/** A time in a response: ISO 8601, UTC, with milliseconds. */
export const isoTime = z.iso.datetime({ precision: 3 });

/** Writes a time in a response. */
export const toIso = (at: number) => new Date(at).toISOString();
export const toIsoOrNull = (at: number | null) => (at === null ? null : toIso(at));
