import { createRemoteHosts, type HostCredential, HostError, type SendToHost } from "#codehosts";
import { limits } from "../limits.ts";
import type { CodeHost } from "./code-host.ts";
import { hostAdvice } from "./host-advice.ts";
import { createLocalCodeHost } from "./local.ts";
import type { LocalCodeHostOptions } from "./local-host.ts";
import { createRemoteCodeHost, type Pin } from "./remote.ts";

export interface CodeHostsOptions extends LocalCodeHostOptions {
  readonly send: SendToHost;
  readonly pin: Pin;
  /** Finds the project's credential for its code host; null if there is none. */
  readonly findCredential: (project: OfProject) => Promise<HostCredential | null>;
}

/** Finds the code host of a project's repository, with the project's credential. */
export type FindCodeHost = (project: OfProject) => Promise<CodeHost>;

export interface OfProject {
  readonly projectId: string;
  readonly repositoryUrl: string;
}

export interface CodeHosts {
  /** Throws `HostError` if the project lacks a credential, or the kind of its host is unknown. */
  readonly find: FindCodeHost;
  /** Opens the host for a project that does not exist yet. */
  open(repositoryUrl: string, credential: HostCredential | null): CodeHost;
}

export function createCodeHosts(options: CodeHostsOptions): CodeHosts {
  const { send, clock, pin } = options;
  const local = createLocalCodeHost(options);
  const { tokenSpareMs } = limits.codehost;
  const remotes = createRemoteHosts({ send, clock, tokenSpareMs, advice: hostAdvice });

  function open(repositoryUrl: string, credential: HostCredential | null): CodeHost {
    if (isLocal(repositoryUrl)) return local;
    if (credential === null)
      throw new HostError(
        "unauthorized",
        `${new URL(repositoryUrl).hostname} requires a credential, and the project has none. To add one: docwright project create --help, docwright credential set --help.`,
      );
    return createRemoteCodeHost(remotes.open(repositoryUrl, credential), pin);
  }

  return {
    open,
    find: async ({ projectId, repositoryUrl }) => {
      if (isLocal(repositoryUrl)) return local;
      return open(repositoryUrl, await options.findCredential({ projectId, repositoryUrl }));
    },
  };
}

function isLocal(repositoryUrl: string): boolean {
  return new URL(repositoryUrl).protocol === "file:";
}
