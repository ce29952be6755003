import { readFileSync } from "node:fs";

/** Linux counts in these for programs, whatever its own clock is. */
const ticksPerSecond = 100;

/**
 * Milliseconds that a process was at work, on all its threads, to a hundredth of a second. Null where the system does
 * not tell (anywhere but on Linux) or there is no such process.
 */
export function cpuMsOf(pid: number): number | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return null;
  }
  // "pid (name) state …": the name may hold anything, also a parenthesis. Its user and system time are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}
