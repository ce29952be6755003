import { limits } from "../../limits.ts";

/** The latest file contents that the model was shown, by hash; they show what a stale hash referred to. */
export interface SeenTexts {
  add(hash: string, text: string): void;
  find(hash: string): string | null;
}

/** Bounded by `limits.tools.seenCharsMax`. Empty at the start of a resumed turn. */
export function createSeenTexts(): SeenTexts {
  const texts = new Map<string, string>();
  let chars = 0;
  function forget(hash: string): void {
    chars -= texts.get(hash)?.length ?? 0;
    texts.delete(hash);
  }
  return {
    add(hash, text) {
      forget(hash);
      texts.set(hash, text);
      chars += text.length;
      for (const oldest of texts.keys()) {
        if (chars <= limits.tools.seenCharsMax) break;
        forget(oldest);
      }
    },
    find: (hash) => texts.get(hash) ?? null,
  };
}
