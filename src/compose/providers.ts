import { lookup } from "node:dns/promises";
import type { Config } from "../config.ts";
import { limits } from "../limits.ts";
import type { ProviderFetch, ProviderSettings } from "../people/index.ts";
import type { SendHttp } from "../std/http-request.ts";

/** The sign-in providers that the environment names. */
export function providerSettings(config: Config): ProviderSettings {
  const { oidcIssuer, oidcClientId, oidcClientSecret, githubClientId, githubClientSecret } = config;
  return {
    oidc:
      oidcIssuer === undefined || oidcClientId === undefined || oidcClientSecret === undefined
        ? null
        : {
            ...{ issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret },
            name: config.oidcName,
          },
    github:
      githubClientId === undefined || githubClientSecret === undefined
        ? null
        : { url: config.githubUrl, clientId: githubClientId, clientSecret: githubClientSecret },
  };
}

/**
 * Providers are the operator's, so that they may be anywhere; they are reached as everything else is: through the
 * operator's proxies and private CAs, without redirects, bounded in time and size.
 */
export function createProviderFetch(sendHttp: SendHttp): ProviderFetch {
  return async (url, { method, headers, body, signal }) => {
    const { hostname } = new URL(url);
    // A proxy may be the only one who can look it up; without one there is then nothing to connect to.
    const found = await lookup(hostname.replace(/^\[|\]$/gu, ""), { all: true }).catch(() => []);
    const answer = await sendHttp({
      url,
      method,
      headers: { ...headers },
      ...(body === undefined || body === null ? {} : { body: textOf(body) }),
      addresses: found.map(({ address }) => address),
      timeoutMs: limits.people.providerCallMs,
      bodyBytesMax: limits.people.providerAnswerBytesMax,
      ...(signal === undefined ? {} : { signal }),
    });
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  };
}

/** What `openid-client` sends are forms. */
function textOf(body: unknown): string {
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString();
  throw new TypeError("a provider is sent nothing but forms");
}
