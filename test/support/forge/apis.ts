import type { RemoteKind } from "#codehosts";
import { bitbucketDeliveries, createBitbucketApi } from "./bitbucket.ts";
import type { DeliveryDouble } from "./delivery-double.ts";
import type { ForgeApi } from "./forge.ts";
import { createGiteaApi, giteaDeliveries } from "./gitea.ts";
import { createGithubApi, githubDeliveries } from "./github.ts";
import { createGitlabApi, gitlabDeliveries } from "./gitlab.ts";

/** The test double for each host, by kind. */
export const forgeApis: Readonly<Record<RemoteKind, () => ForgeApi>> = {
  github: createGithubApi,
  gitlab: createGitlabApi,
  gitea: createGiteaApi,
  bitbucket: createBitbucketApi,
};

export const forgeDeliveries: Readonly<Record<RemoteKind, DeliveryDouble>> = {
  github: githubDeliveries,
  gitlab: gitlabDeliveries,
  gitea: giteaDeliveries,
  bitbucket: bitbucketDeliveries,
};
