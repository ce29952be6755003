import type { Clock } from "./clock.ts";

/**
 * Settles like `promise`, or like `otherwise` if `promise` takes more than `ms` milliseconds. Rejects with the signal's
 * reason if the signal aborts first. `promise` itself isn't canceled.
 */
export async function within<Result, Otherwise>(
  promise: Promise<Result>,
  ms: number,
  otherwise: () => Otherwise,
  { clock, signal }: { clock: Pick<Clock, "sleep">; signal?: AbortSignal },
): Promise<Result | Otherwise> {
  const settled = new AbortController();
  const signals = signal === undefined ? settled.signal : AbortSignal.any([settled.signal, signal]);
  const late = clock.sleep(ms, signals).then(otherwise);
  // Once `promise` has settled, nothing waits for the sleep, which ends as aborted.
  late.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    settled.abort();
  }
}
