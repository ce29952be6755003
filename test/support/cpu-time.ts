/** Returns the CPU milliseconds of this thread in `work`, regardless of other load on the machine. */
export function cpuMsOf(work: () => unknown): number {
  const cpuMs = startCpuClock();
  work();
  return cpuMs();
}

/** Returns a function for asynchronous work that returns this thread's CPU milliseconds since the call. */
export function startCpuClock(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}
