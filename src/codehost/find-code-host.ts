import type { CodeHost } from "./code-host.ts";
import { createLocalCodeHost } from "./local.ts";
import type { LocalCodeHostOptions } from "./local-host.ts";

/** What the hosts are made from, all together. */
export type CodeHostsOptions = LocalCodeHostOptions;

/** One line a host; the first that serves a repository has it. */
const hosts = [{ serves: (url: URL) => url.protocol === "file:", create: createLocalCodeHost }] as const;

/**
 * The host on which pull requests of a repository can be opened, or null for one that this version does not know.
 * Each is made once.
 */
export function createFindCodeHost(options: CodeHostsOptions): (repositoryUrl: string) => CodeHost | null {
  const created = hosts.map(({ serves, create }) => ({ serves, host: create(options) }));
  return (repositoryUrl) => {
    const url = new URL(repositoryUrl);
    return created.find(({ serves }) => serves(url))?.host ?? null;
  };
}
