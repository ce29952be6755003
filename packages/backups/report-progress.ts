import { nowMs } from "./clock.ts";
import { limits } from "./limits.ts";
import { formatBytes } from "./space.ts";

/** Returns a function that adds up bytes, and says how many there are at most every `reportEveryMs`. */
export function createReporter(say: (text: string) => void): (part: string, bytes: number) => void {
  let reportedAt = nowMs();
  let total = 0;
  return (part, bytes) => {
    total += bytes;
    if (nowMs() - reportedAt < limits.reportEveryMs) return;
    reportedAt = nowMs();
    say(`${formatBytes(total)} … ${part}`);
  };
}
