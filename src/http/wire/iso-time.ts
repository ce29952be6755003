import { z } from "zod";

/** A point in time as every answer writes it: ISO 8601, UTC, with milliseconds. */
export const isoTime = z.iso.datetime({ precision: 3 });
