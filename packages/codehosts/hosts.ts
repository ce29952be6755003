import { createBitbucket } from "./bitbucket.ts";
import { type RemoteKind, remoteKinds } from "./code-host.ts";
import { bitbucketDeliveries } from "./deliveries/bitbucket.ts";
import type { DeliveryReader } from "./deliveries/delivery.ts";
import { giteaDeliveries } from "./deliveries/gitea.ts";
import { githubDeliveries } from "./deliveries/github.ts";
import { gitlabDeliveries } from "./deliveries/gitlab.ts";
import { createGitea } from "./gitea.ts";
import { createGithub } from "./github.ts";
import { createGitlab } from "./gitlab.ts";
import type { RemoteDeps, RemoteDriver } from "./remote-driver.ts";

interface HostKind {
  /** Well-known host names. For other host names, the credential specifies the kind. */
  readonly names: readonly string[];
  readonly create: (deps: RemoteDeps) => RemoteDriver;
  readonly deliveries: DeliveryReader;
}

/** One line per kind of code host. */
export const hosts: Readonly<Record<RemoteKind, HostKind>> = {
  github: { names: ["github.com", ".ghe.com"], create: createGithub, deliveries: githubDeliveries },
  gitlab: { names: ["gitlab.com"], create: createGitlab, deliveries: gitlabDeliveries },
  gitea: { names: ["codeberg.org", "gitea.com"], create: createGitea, deliveries: giteaDeliveries },
  bitbucket: { names: ["bitbucket.org"], create: createBitbucket, deliveries: bitbucketDeliveries },
};

export const deliveryReaders = Object.fromEntries(
  remoteKinds.map((kind) => [kind, hosts[kind].deliveries]),
) as Readonly<Record<RemoteKind, DeliveryReader>>;

/** Finds the kind of a host with a well-known name. */
export function findKind(host: string): RemoteKind | null {
  return remoteKinds.find((kind) => hosts[kind].names.some((name) => isNamed(host, name))) ?? null;
}

/** `.ghe.com` matches every name below it. */
function isNamed(host: string, name: string): boolean {
  return name.startsWith(".") ? host.endsWith(name) : host === name;
}
