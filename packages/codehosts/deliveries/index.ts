import type { RemoteKind } from "../code-host.ts";
import { bitbucketDeliveries } from "./bitbucket.ts";
import type { DeliveryReader } from "./delivery.ts";
import { giteaDeliveries } from "./gitea.ts";
import { githubDeliveries } from "./github.ts";
import { gitlabDeliveries } from "./gitlab.ts";

export type { DeliveryHeaders, Nudge, NudgeSubject } from "./delivery.ts";

/** One line per kind of host with webhooks. */
export const deliveryReaders: Readonly<Record<RemoteKind, DeliveryReader>> = {
  github: githubDeliveries,
  gitlab: gitlabDeliveries,
  gitea: giteaDeliveries,
  bitbucket: bitbucketDeliveries,
};
