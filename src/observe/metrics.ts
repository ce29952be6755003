import { performance } from "node:perf_hooks";
import { Counter, Gauge, Registry } from "prom-client";
import type { Clock } from "../std/clock.ts";
import type { DatabaseHealth } from "./health.ts";
import { type CountedRequest, createRequestMetrics } from "./request-metrics.ts";

export interface Metrics {
  countRequest(request: CountedRequest): void;
  /** Returns the metrics in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface MetricsOptions {
  readonly clock: Clock;
  readonly version: string;
  /** Called each time the metrics are read. */
  readonly jobsByStatus: () => Promise<ReadonlyMap<string, number>>;
  readonly waitingTurns: () => Promise<number>;
  readonly runningTurns: () => number;
  /** Absent if the visits are stored in files. */
  readonly visits?: (() => Promise<DatabaseHealth | null>) | undefined;
}

const statuses = ["active", "completed", "failed", "archived"];

/** Creates the metrics for Prometheus at /metrics. Each call has its own registry, so a process can have several. */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = createRequestMetrics();
  new Gauge({
    name: "docwright_jobs",
    help: "Jobs by status.",
    labelNames: ["status"],
    registers,
    async collect() {
      const counts = await options.jobsByStatus();
      for (const status of statuses) this.set({ status }, counts.get(status) ?? 0);
    },
  });
  addGauge(registers, "docwright_turns_waiting", "Turns that no worker has claimed.", options.waitingTurns);
  addGauge(registers, "docwright_turns_running", "Turns that this process is running.", options.runningTurns);
  new Gauge({
    name: "docwright_build_info",
    help: "Always 1; the version is the label.",
    labelNames: ["version", "node"],
    registers,
  }).set({ version: options.version, node: process.version }, 1);
  if (options.visits !== undefined) addVisitMetrics(registers, options.visits);
  addProcessMetrics(registers, options.clock);
  return {
    countRequest: requests.count,
    text: async () => requests.text() + (await registry.metrics()),
    contentType: registry.contentType,
  };
}

function addVisitMetrics(registers: Registry[], visits: () => Promise<DatabaseHealth | null>): void {
  const add = (name: string, help: string, read: (health: DatabaseHealth) => number) =>
    addGauge(registers, name, help, async () => {
      const health = await visits();
      return health === null ? 0 : read(health);
    });
  add("docwright_clickhouse_up", "Whether ClickHouse responds.", ({ status }) => Number(status === "ready"));
  add("docwright_waiting_events", "Events on the disk that wait for ClickHouse.", (all) => all.waitingEvents);
  add(
    "docwright_waiting_events_since_timestamp_seconds",
    "Arrival of the oldest waiting event; 0 if none is waiting.",
    ({ waitingSinceMs }) => (waitingSinceMs ?? 0) / 1000,
  );
}

/**
 * Reads values on request, because prom-client's collectors keep a timer and an observer running for every registry.
 */
function addProcessMetrics(registers: Registry[], clock: Clock): void {
  const startedAt = clock.now() / 1000 - process.uptime();
  addGauge(registers, "process_start_time_seconds", "Start time of the process.", () => startedAt);
  addGauge(registers, "process_resident_memory_bytes", "Resident memory.", () => process.memoryUsage.rss());
  addGauge(
    registers,
    "nodejs_heap_used_bytes",
    "JavaScript heap in use.",
    () => process.memoryUsage().heapUsed,
  );
  let before = performance.eventLoopUtilization();
  addGauge(
    registers,
    "nodejs_eventloop_utilization",
    "Share of time that the event loop was busy since the last read.",
    () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  );
  let counted = 0;
  new Counter({
    name: "process_cpu_seconds_total",
    help: "User and system time.",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      const seconds = (user + system) / 1e6;
      this.inc(Math.max(0, seconds - counted));
      counted = seconds;
    },
  });
}

function addGauge(
  registers: Registry[],
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      this.set(await read());
    },
  });
}
