/** Upper bounds of the histogram's buckets, in milliseconds. */
const bucketsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

export interface CountedRequest {
  readonly method: string;
  /** The route's template, never the path, because a label per job would grow without limit. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

interface Counts {
  readonly method: string;
  readonly route: string;
  readonly byStatus: Map<number, number>;
  readonly inBucket: number[];
  sumMs: number;
}

export interface RequestMetrics {
  count(request: CountedRequest): void;
  /** Returns the metrics in Prometheus' text format. */
  text(): string;
}

/**
 * Counts requests and their durations. Written by hand, because finding a counter by its labels takes longer than
 * counting.
 */
export function createRequestMetrics(): RequestMetrics {
  const routes = new Map<string, Counts>();

  return {
    count({ method, route, status, ms }) {
      const name = `${method} ${route}`;
      let counts = routes.get(name);
      if (counts === undefined) {
        counts = { method, route, byStatus: new Map(), inBucket: bucketsMs.map(() => 0), sumMs: 0 };
        routes.set(name, counts);
      }
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      counts.sumMs += ms;
      const bucket = bucketsMs.findIndex((bound) => ms <= bound);
      if (bucket !== -1) counts.inBucket[bucket] = (counts.inBucket[bucket] ?? 0) + 1;
    },
    text() {
      const all = [...routes.values()];
      return [
        "# HELP docwright_http_requests_total Requests handled.",
        "# TYPE docwright_http_requests_total counter",
        ...all.flatMap(totals),
        "# HELP docwright_http_request_duration_seconds Time from the first byte of a request to the last byte of its response.",
        "# TYPE docwright_http_request_duration_seconds histogram",
        ...all.flatMap(durations),
        "",
      ].join("\n");
    },
  };
}

/** Methods and templates never contain characters that need escaping. */
function labels({ method, route }: Counts): string {
  return `method="${method}",route="${route}"`;
}

function totals(counts: Counts): string[] {
  return [...counts.byStatus].map(
    ([status, count]) => `docwright_http_requests_total{${labels(counts)},status="${status}"} ${count}`,
  );
}

/** Each bucket counts all requests up to its bound. */
function durations(counts: Counts): string[] {
  const name = "docwright_http_request_duration_seconds";
  const total = [...counts.byStatus.values()].reduce((sum, count) => sum + count, 0);
  let upTo = 0;
  const buckets = bucketsMs.map((bound, index) => {
    upTo += counts.inBucket[index] ?? 0;
    return `${name}_bucket{${labels(counts)},le="${bound / 1000}"} ${upTo}`;
  });
  return [
    ...buckets,
    `${name}_bucket{${labels(counts)},le="+Inf"} ${total}`,
    `${name}_sum{${labels(counts)}} ${counts.sumMs / 1000}`,
    `${name}_count{${labels(counts)}} ${total}`,
  ];
}
