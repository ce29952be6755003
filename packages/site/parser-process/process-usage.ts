import { readFileSync } from "node:fs";

/** What a process has taken so far. */
export interface ProcessUsage {
  /** That it was at work, on all its threads, to a hundredth of a second. */
  readonly cpuMs: number;
  /** That are in memory now, native ones too. */
  readonly residentBytes: number;
}

/** Linux counts in these for programs, whatever its own clock is. */
const ticksPerSecond = 100;

/** Null where the system does not tell (anywhere but on Linux) or there is no such process: see proc(5). */
export function usageOf(pid: number): ProcessUsage | null {
  let stat: string;
  let status: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    status = readFileSync(`/proc/${pid}/status`, "latin1");
  } catch {
    return null;
  }
  // "pid (name) state …": the name may hold anything, also a parenthesis. Its user and system time are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // In KiB; not there for a process that ended and waits to be buried.
  const resident = /^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1] ?? "0";
  return {
    cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond,
    residentBytes: Number(resident) * 1024,
  };
}
