/** Milliseconds that this thread was at work in `work`: how busy the machine is with other things does not count. */
export function cpuMsOf(work: () => unknown): number {
  const cpuMs = startCpuClock();
  work();
  return cpuMs();
}

/** Tells the milliseconds that this thread was at work since the call, for work that has to be waited for. */
export function startCpuClock(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}
