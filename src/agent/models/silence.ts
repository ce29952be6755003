import type { Clock } from "../../std/clock.ts";
import { CutOff } from "./failure.ts";

/** How long a model may be silent, in milliseconds: while it reasons (at the start or later), and between two words. */
export interface Patience {
  readonly firstChunkMs: number;
  readonly chunkMs: number;
}

export interface Silence {
  readonly signal: AbortSignal;
  /** Expects the next part within `chunkMs` from now, or within `firstChunkMs` if the model reasons. */
  heard(what: "thinking" | "words"): void;
  end(): void;
}

/**
 * Aborts a request if its first or next word does not arrive in time. The library's own timeout starts with the first
 * word, so a provider that opens a stream and sends nothing would block the turn until its deadline. A reply has
 * thousands of words, so a word only moves the deadline; the sleeping watcher reads the new deadline when it wakes up.
 */
export function watchSilence({ firstChunkMs, chunkMs }: Patience, clock: Clock): Silence {
  const silent = new AbortController();
  const ended = new AbortController();
  let deadline = clock.elapsed() + firstChunkMs;
  const watch = async () => {
    // Never sleep longer than a word may take, because the first word brings the deadline closer.
    for (let left = deadline - clock.elapsed(); left > 0; left = deadline - clock.elapsed())
      await clock.sleep(Math.min(left, chunkMs), ended.signal);
    silent.abort(new CutOff("The model stopped responding."));
  };
  watch().catch(() => undefined);
  return {
    signal: silent.signal,
    heard(what) {
      deadline = clock.elapsed() + (what === "thinking" ? firstChunkMs : chunkMs);
    },
    end: () => ended.abort(),
  };
}
