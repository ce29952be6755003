import * as client from "openid-client";
import { z } from "zod";
import type { Provider, ProviderFetch } from "./provider.ts";

export interface GithubOptions {
  /** `https://github.com` or the URL of an Enterprise Server, without a trailing slash. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: ProviderFetch;
}

const user = z.object({ id: z.int(), login: z.string(), name: z.string().nullable() });
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub supports OAuth but not OpenID Connect, so the person's identity comes from its API. */
export function createGithub({ url, clientId, clientSecret, fetch }: GithubOptions): Provider {
  const config = new client.Configuration(
    {
      issuer: url,
      authorization_endpoint: `${url}/login/oauth/authorize`,
      token_endpoint: `${url}/login/oauth/access_token`,
    },
    clientId,
    { client_secret: clientSecret },
    client.ClientSecretPost(clientSecret),
  );
  config[client.customFetch] = fetch;
  // oxlint-disable-next-line typescript/no-deprecated -- marked only as a warning: the operator configured http.
  if (url.startsWith("http:")) client.allowInsecureRequests(config);
  const api = url === "https://github.com" ? "https://api.github.com" : `${url}/api/v3`;

  async function ask<Answer>(token: string, path: string, schema: z.ZodType<Answer>): Promise<Answer> {
    const headers = new Headers({ accept: "application/vnd.github+json", "user-agent": "docwright" });
    const address = new URL(api + path);
    const response = await client.fetchProtectedResource(config, token, address, "GET", undefined, headers);
    if (!response.ok) throw new Error(`GitHub returned ${response.status} for ${path}`);
    return schema.parse(await response.json());
  }

  return {
    id: "github",
    name: "GitHub",
    async start({ redirectUri, state, verifier }) {
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "read:user user:email",
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
      });
    },
    async finish({ state, verifier }, address) {
      const tokens = await client.authorizationCodeGrant(config, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
      });
      const { id, login, name } = await ask(tokens.access_token, "/user", user);
      const known = await ask(tokens.access_token, "/user/emails", emails);
      const primary = known.find((email) => email.primary && email.verified);
      return {
        providerId: "github",
        // Use the number, because a login can be released and registered by someone else.
        accountId: `${url} ${id}`,
        name: name ?? login,
        verifiedEmail: primary?.email.toLowerCase() ?? null,
      };
    },
  };
}
