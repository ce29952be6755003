import { HostError } from "./code-host.ts";
import type { AppCredential } from "./credential.ts";
import type { HostFetch } from "./host-fetch.ts";
import { unwrapped } from "./octokit.ts";
import type { MintedToken } from "./token-cache.ts";

interface AppParts {
  readonly credential: AppCredential;
  readonly baseUrl: string;
  readonly fetch: HostFetch;
}

export interface Minting extends AppParts {
  /** The name of the one repository that the token is for. */
  readonly repo: string;
  /** By default the least that a pull request needs. */
  readonly permissions?: Readonly<Record<string, "read" | "write">>;
}

/** A token of the App's installation: for this repository alone, with the least permissions, for an hour. */
export async function createInstallationToken({
  repo,
  permissions,
  ...parts
}: Minting): Promise<MintedToken> {
  const app = await openApp(parts);
  const { appId, installationId } = parts.credential;
  const { data } = await unwrapped(() =>
    app.octokit.rest.apps.createInstallationAccessToken({
      installation_id: installationId,
      repositories: [repo],
      permissions: permissions ?? { contents: "write", pull_requests: "write" },
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof HostError) || error.kind !== "not_found") throw error;
    throw new HostError(
      "unauthorized",
      `The App ${appId} has no installation ${installationId}: the number stands at the end of the address of the installation's settings page. Store the credential anew.`,
      { cause: error },
    );
  });
  return { token: data.token, expiresAt: Date.parse(data.expires_at) };
}

/** The App's name as people mention it; null where GitHub gives none. */
export async function findAppSlug(parts: AppParts): Promise<string | null> {
  const app = await openApp(parts);
  const { data } = await unwrapped(() => app.octokit.rest.apps.getAuthenticated());
  return data?.slug ?? null;
}

async function openApp({ credential, baseUrl, fetch }: AppParts) {
  // Loaded here: only who uses an App pays for it.
  const [{ App }, { Octokit }] = await Promise.all([import("@octokit/app"), import("@octokit/rest")]);
  return new App({
    appId: credential.appId,
    privateKey: credential.privateKey,
    Octokit: Octokit.defaults({ baseUrl, userAgent: "docwright", request: { fetch } }),
  });
}
