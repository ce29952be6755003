import type { LoggedRequest } from "#logs";
import { limits } from "../../limits.ts";

/**
 * Requests that wait until the rest of the log has been read. They are kept as JSON, because a request's strings are
 * parts of a chunk of the log, which would otherwise stay in memory.
 */
export function createHeldRequests(): {
  add(request: LoggedRequest): void;
  readonly isFull: boolean;
  /** Empties the list, a batch at a time. */
  take(): Generator<readonly LoggedRequest[]>;
} {
  let waiting: string[] = [];
  let chars = 0;
  return {
    add(request) {
      const text = JSON.stringify(request);
      waiting.push(text);
      chars += text.length;
    },
    get isFull() {
      return chars > limits.collect.heldRequestsCharsMax;
    },
    *take() {
      const all = waiting;
      [waiting, chars] = [[], 0];
      for (let from = 0; from < all.length; from += batchRequests)
        yield all.slice(from, from + batchRequests).map((text) => JSON.parse(text) as LoggedRequest);
    },
  };
}

const batchRequests = 5000;
