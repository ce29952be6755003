import type { RemoteKind } from "#codehosts";
import { createBitbucketApi } from "./bitbucket.ts";
import type { ForgeApi } from "./forge.ts";
import { createGiteaApi } from "./gitea.ts";
import { createGithubApi } from "./github.ts";
import { createGitlabApi } from "./gitlab.ts";

/** The test double for each host, by kind. */
export const forgeApis: Readonly<Record<RemoteKind, () => ForgeApi>> = {
  github: createGithubApi,
  gitlab: createGitlabApi,
  gitea: createGiteaApi,
  bitbucket: createBitbucketApi,
};
