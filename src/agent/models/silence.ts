import type { Clock } from "../../std/clock.ts";
import { CutOff } from "./failure.ts";

/**
 * How long a model may be silent, in milliseconds: while it thinks, which begins with the request and may come again
 * without a word, and between two words.
 */
export interface Patience {
  readonly firstChunkMs: number;
  readonly chunkMs: number;
}

export interface Silence {
  readonly signal: AbortSignal;
  /** Something came: the next may take `chunkMs` from now, or where the model thinks `firstChunkMs`. */
  heard(what: "thinking" | "words"): void;
  end(): void;
}

/**
 * Ends a request whose first or next word does not come. The library has a watch of its own, which begins with the
 * first word: a provider that opens a stream and says nothing would hold a turn to its deadline. Words only note the
 * time, since there are thousands in an answer: whoever sleeps looks at it when the time is up, and sleeps on.
 */
export function watchSilence({ firstChunkMs, chunkMs }: Patience, clock: Clock): Silence {
  const silent = new AbortController();
  const ended = new AbortController();
  let deadline = clock.now() + firstChunkMs;
  const watch = async () => {
    // Never longer than a word may take: the first one brings the end nearer.
    for (let left = deadline - clock.now(); left > 0; left = deadline - clock.now())
      await clock.sleep(Math.min(left, chunkMs), ended.signal);
    silent.abort(new CutOff("The model stopped answering."));
  };
  watch().catch(() => undefined);
  return {
    signal: silent.signal,
    heard(what) {
      deadline = clock.now() + (what === "thinking" ? firstChunkMs : chunkMs);
    },
    end: () => ended.abort(),
  };
}
