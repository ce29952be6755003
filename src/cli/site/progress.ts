import { createSystemClock } from "../../std/clock.ts";
import { say } from "../output.ts";

/** Shows on a terminal what a command is doing, once the command has run for a second. */
export interface Progress {
  at(step: string): void;
  end(): void;
}

const quietMs = 1000;

export function startProgress(clock = createSystemClock()): Progress {
  let step = "Reading the docs";
  let isLong = false;
  const ended = new AbortController();
  const show = () => {
    if (isLong && process.stderr.isTTY) say(`${step}…`);
  };
  void clock.sleep(quietMs, ended.signal).then(
    () => {
      isLong = true;
      show();
    },
    () => undefined,
  );
  return {
    at(next) {
      step = next;
      show();
    },
    end: () => ended.abort(),
  };
}
