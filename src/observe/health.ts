import type { Clock } from "../std/clock.ts";

/** Rejects where a part that requests need does not answer. */
export type Check = () => Promise<void>;

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, "ok" | "failed">>;
}

/** Longer than a healthy store ever takes, shorter than a balancer waits. */
const checkMs = 2000;

/** Asks every part at once. A part that does not answer in two seconds has failed. Never rejects. */
export function createReadiness(options: {
  readonly clock: Clock;
  readonly checks: Readonly<Record<string, Check>>;
}): () => Promise<Readiness> {
  const parts = Object.entries(options.checks);
  return async () => {
    const outcomes = await Promise.all(parts.map(([, check]) => passes(check, options.clock)));
    return {
      ready: outcomes.every(Boolean),
      checks: Object.fromEntries(parts.map(([name], index) => [name, outcomes[index] ? "ok" : "failed"])),
    };
  };
}

async function passes(check: Check, clock: Clock): Promise<boolean> {
  const answered = new AbortController();
  try {
    const late = clock.sleep(checkMs, answered.signal).then(() => false);
    late.catch(() => undefined);
    return await Promise.race([check().then(() => true), late]);
  } catch {
    return false;
  } finally {
    answered.abort();
  }
}
