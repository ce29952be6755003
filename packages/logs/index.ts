export { LogError, type LogErrorFields } from "./errors.ts";
export { limits } from "./limits.ts";
export type { LoggedRequest, RequestHeaders } from "./logged-request.ts";
export { normalizePath } from "./page-path.ts";
export { parseAnyTime } from "./parse-time.ts";
export { readHeaders } from "./read-headers.ts";
export { type LogSummary, readLog, type UnreadLine } from "./read-log.ts";
