import * as client from "openid-client";
import { z } from "zod";
import type { Provider, ProviderFetch } from "./provider.ts";

export interface OidcOptions {
  /** The issuer as stated in the provider's discovery document. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly fetch: ProviderFetch;
}

const claims = z.object({
  sub: z.string().min(1),
  email: z.email().optional().catch(undefined),
  // Some providers send a string instead of a boolean. Any value that isn't clearly true counts as false.
  email_verified: z.union([z.boolean(), z.literal("true").transform(() => true)]).catch(false),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
});

/** Supports any OpenID Connect provider: the code flow with PKCE, state and nonce, and verified ID token signatures. */
export function createOidc({ issuer, clientId, clientSecret, name, fetch }: OidcOptions): Provider {
  let discovered: Promise<client.Configuration> | null = null;

  /** Discovers the provider at the first sign-in, so that the service can start while the provider is down. */
  function configuration(): Promise<client.Configuration> {
    discovered ??= client
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        [client.customFetch]: fetch,
        execute: [client.enableNonRepudiationChecks, ...insecureIfAsked(issuer)],
      })
      .catch((error: unknown) => {
        discovered = null;
        throw error;
      });
    return discovered;
  }

  return {
    id: "oidc",
    name,
    async start({ redirectUri, state, nonce, verifier }) {
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
    },
    async finish({ state, nonce, verifier }, url) {
      const config = await configuration();
      const tokens = await client.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const { sub, ...told } = claims.parse(tokens.claims());
      // Many providers return the email address and name only from the userinfo endpoint.
      const more =
        told.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
          ? claims.parse(await client.fetchUserInfo(config, tokens.access_token, sub))
          : told;
      const email = more.email?.toLowerCase() ?? null;
      return {
        providerId: "oidc",
        accountId: `${issuer} ${sub}`,
        name: more.name ?? told.name ?? more.preferred_username ?? email ?? "",
        verifiedEmail: more.email_verified ? email : null,
      };
    },
  };
}

/** Allows plain http if the issuer's URL uses it. The configuration accepts such a URL on this machine only. */
function insecureIfAsked(address: string): ((config: client.Configuration) => void)[] {
  // oxlint-disable-next-line typescript/no-deprecated -- marked only as a warning: this is the intended use.
  return address.startsWith("http:") ? [client.allowInsecureRequests] : [];
}
