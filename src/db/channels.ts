/** In-process wake-ups by name. */
export function createChannels() {
  const listeners = new Map<string, Set<() => void>>();
  return {
    notify(channel: string): void {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener();
    },
    /** Wakes the listeners of all channels. */
    wakeAll(): void {
      for (const set of [...listeners.values()]) for (const listener of [...set]) listener();
    },
    listen(channel: string, listener: () => void): () => void {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(channel) === set) listeners.delete(channel);
      };
    },
  };
}
