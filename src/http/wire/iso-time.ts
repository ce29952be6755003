import { z } from "zod";

/** A time in a response: ISO 8601, UTC, with milliseconds. */
export const isoTime = z.iso.datetime({ precision: 3 });
