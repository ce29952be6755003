import { createGithub, type GithubOptions } from "./github.ts";
import { createOidc, type OidcOptions } from "./oidc.ts";
import type { Provider } from "./provider.ts";

export interface ProviderSettings {
  readonly github: Omit<GithubOptions, "fetch"> | null;
  readonly oidc: Omit<OidcOptions, "fetch"> | null;
}

/** Creates the providers that the operator has configured, in the order of their buttons. */
export function createProviders(
  { github, oidc }: ProviderSettings,
  fetch: GithubOptions["fetch"],
): readonly Provider[] {
  return [
    ...(oidc === null ? [] : [createOidc({ ...oidc, fetch })]),
    ...(github === null ? [] : [createGithub({ ...github, fetch })]),
  ];
}
