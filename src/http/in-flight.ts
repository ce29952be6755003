import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Clock } from "../std/clock.ts";

const { idempotencyWaitMs } = limits.http;

/** Lets calls with one key through one after the other. */
export interface InFlight {
  /** Resolves, when this call's turn has come, with what ends the turn. `conflict` where that takes too long. */
  enter(scope: string, signal: AbortSignal): Promise<() => void>;
}

export function createInFlight(clock: Clock): InFlight {
  const inFlight = new Map<string, Promise<void>>();
  return {
    async enter(scope, signal) {
      const until = clock.now() + idempotencyWaitMs;
      for (let first = inFlight.get(scope); first !== undefined; first = inFlight.get(scope))
        await waitFor(first, { clock, ms: until - clock.now(), signal });
      let leave = () => {};
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      inFlight.set(scope, left);
      return () => {
        inFlight.delete(scope);
        leave();
      };
    },
  };
}

async function waitFor(
  first: Promise<void>,
  { clock, ms, signal }: { clock: Clock; ms: number; signal: AbortSignal },
): Promise<void> {
  const over = new AbortController();
  const late = clock.sleep(Math.max(0, ms), AbortSignal.any([over.signal, signal])).then(() => {
    throw new AppError("conflict", "A call with this Idempotency-Key is still at work. Send it again.", {
      fields: { retryAfterSeconds: 1 },
    });
  });
  // Settled by `over` at the latest, when nobody waits for it any more.
  late.catch(() => undefined);
  try {
    await Promise.race([first, late]);
  } finally {
    over.abort();
  }
}
