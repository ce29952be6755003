import type { CustomFetch } from "openid-client";

export type ProviderId = "github" | "oidc";

/** An identity provider. */
export interface Provider {
  readonly id: ProviderId;
  /** The name shown on the sign-in button. */
  readonly name: string;
  /** Returns the URL to redirect the browser to. Rejects if the provider is unreachable. */
  start(flow: ProviderFlow): Promise<URL>;
  /**
   * Returns the identity from the callback `url`. Rejects if the callback isn't from this flow; people don't see the
   * reason.
   */
  finish(flow: ProviderFlow, url: URL): Promise<Identity>;
}

/** Random values for one flow, which bind the provider's response to the browser that started the flow. */
export interface ProviderFlow {
  /** The redirect URL as registered with the provider. */
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636). */
  readonly verifier: string;
}

export interface Identity {
  readonly providerId: ProviderId;
  /**
   * The person's unique ID, which is never reused. The ID contains the provider's URL, in case the operator configures
   * a different provider later.
   */
  readonly accountId: string;
  readonly name: string;
  /** The verified email address in lower case. Null if the provider has not verified an address. */
  readonly verifiedEmail: string | null;
}

/** A fetch function that uses the operator's proxies and private CAs. */
export type ProviderFetch = CustomFetch;
