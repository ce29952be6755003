import { LRUCache } from "lru-cache";
import type { Clock } from "../std/clock.ts";

export interface MintedToken {
  readonly token: string;
  readonly expiresAt: number;
}

/** Short-lived tokens, in memory alone. A job's turn begins with one that lasts for its whole time. */
export interface TokenCache {
  get(key: string, mint: () => Promise<MintedToken>): Promise<string>;
  /** Hands this token out no more: the host does not accept it. What was minted in its place since stays. */
  drop(key: string, token: string): Promise<void>;
}

const tokensMax = 1000;

/** `spareMs`: a token that ends sooner than this is not handed out any more. */
export function createTokenCache({ clock, spareMs }: { clock: Clock; spareMs: number }): TokenCache {
  const known = new LRUCache<string, Promise<MintedToken>>({ max: tokensMax });
  return {
    async get(key, mint) {
      for (let kept = known.get(key); kept !== undefined; kept = known.get(key)) {
        const { token, expiresAt } = await kept;
        if (expiresAt - clock.now() > spareMs) return token;
        if (known.get(key) === kept) known.delete(key);
      }
      const minting = mint();
      known.set(key, minting);
      minting.catch(() => known.delete(key));
      return (await minting).token;
    },
    async drop(key, token) {
      const kept = known.get(key);
      if ((await kept)?.token === token && known.get(key) === kept) known.delete(key);
    },
  };
}
