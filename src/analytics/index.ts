export type {
  AgentRow,
  AgentTotals,
  AiCategory,
  AppendOutcome,
  BotRow,
  BotTotals,
  Classification,
  Client,
  ClientRule,
  Confidence,
  CountDimension,
  CountQuery,
  CountRow,
  Counts,
  CountTable,
  EventSource,
  RangeQuery,
  Reclassification,
  SeriesPoint,
  SeriesQuery,
  StoredClient,
  VisitorCounts,
  VisitorEvent,
} from "#counts";
export { aiCategories, limits as countsLimits } from "#counts";
export { type Analytics, type AnalyticsOptions, createAnalytics } from "./analytics.ts";
export type { AgentList, AgentLists, RefreshOutcome } from "./classify/published/agent-lists.ts";
export { createFetchText } from "./classify/published/fetch-text.ts";
export { openCounts } from "./open-counts.ts";
export type { IgnoredReason, IngestResult, Rejected, RejectedReason } from "./outcome.ts";
export { normalizePath } from "./paths.ts";
export { boundMs, type DateBound, parseDateBound } from "./query/date-bound.ts";
export type { Snapshots } from "./query/snapshots.ts";
export { isTimeZone } from "./query/time-zone.ts";
export type { Move, ReclassifiedPart } from "./reclassify.ts";
export type { AnalyticsSettings } from "./settings.ts";
export type { ShareLink } from "./share-links.ts";
export type { LogReport } from "./sources/logs/read-log.ts";
export { browserView, readBeacon } from "./sources/read-beacon.ts";
