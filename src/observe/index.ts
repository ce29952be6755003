export { type Check, createReadiness, type Readiness } from "./health.ts";
export {
  createLog,
  type Log,
  type LogFields,
  type LogLevel,
  type LogMethod,
  type LogOptions,
} from "./log.ts";
export { type CountedRequest, createMetrics, type Metrics, type MetricsOptions } from "./metrics.ts";
