import { CredentialRefused } from "./code-host.ts";
import type { MintedToken, TokenCache } from "./token-cache.ts";

/** The token that a host is called with. */
export interface HostToken {
  get(): Promise<string>;
  /** Another one in place of the one that the host refused; null where there is no other. */
  readonly renew: ((refused: string) => Promise<string>) | null;
}

export function givenToken(token: string): HostToken {
  return { get: async () => token, renew: null };
}

/** One that is minted under `key` when it is needed, and kept until it ends or is refused. */
export function mintedToken(tokens: TokenCache, key: string, mint: () => Promise<MintedToken>): HostToken {
  return {
    get: () => tokens.get(key, mint),
    async renew(refused) {
      await tokens.drop(key, refused);
      return tokens.get(key, mint);
    },
  };
}

/**
 * Runs `work` with the token. Where the host does not accept it, as one that was revoked before its end, `work` is run
 * once more with another: a host that answers so has done nothing.
 */
export async function withToken<T>(token: HostToken, work: (token: string) => Promise<T>): Promise<T> {
  const given = await token.get();
  try {
    return await work(given);
  } catch (error) {
    if (!(error instanceof CredentialRefused) || token.renew === null) throw error;
    return work(await token.renew(given));
  }
}
