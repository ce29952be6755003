import { readFileSync } from "node:fs";

/** The resources that a process has used so far. */
export interface ProcessUsage {
  /** CPU time across all threads, to a hundredth of a second. */
  readonly cpuMs: number;
  /** Resident memory, including native memory. */
  readonly residentBytes: number;
}

/** Linux reports times to programs in this unit, regardless of the kernel's timer frequency. */
const ticksPerSecond = 100;

/** Returns null if there is no such process, or if the system is not Linux. See proc(5). */
export function usageOf(pid: number): ProcessUsage | null {
  let stat: string;
  let status: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    status = readFileSync(`/proc/${pid}/status`, "latin1");
  } catch {
    return null;
  }
  // "pid (name) state …": the name may contain anything, even a parenthesis. Fields 14 and 15 are the times.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // In KiB. Missing for a zombie process.
  const resident = /^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1] ?? "0";
  return {
    cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond,
    residentBytes: Number(resident) * 1024,
  };
}
