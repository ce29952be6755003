import { setTimeout } from "node:timers/promises";

/** Unlike a service's timers, this one keeps the process alive, because a command has nothing else to wait for. */
export async function pause(ms: number): Promise<void> {
  await setTimeout(ms);
}

export const nowMs = (): number => Date.now();

export const nowText = (): string => new Date().toISOString();
