/** Returns the CPU milliseconds that this thread spends in `work`, regardless of other load on the machine. */
export function cpuMsOf(work: () => unknown): number {
  const cpuMs = startCpuClock();
  work();
  return cpuMs();
}

/**
 * For asynchronous work: returns a function that returns the CPU milliseconds that this thread has used since this
 * call.
 */
export function startCpuClock(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}
