import { jsonFormats } from "./json-formats.ts";
import type { LogFormat } from "./log-format.ts";
import { textFormats } from "./text-formats.ts";

/** All formats. If several formats read the same lines, the first one wins, since it reads more of each line. */
export const logFormats: readonly LogFormat[] = [...textFormats, ...jsonFormats];
