import { limits } from "../limits.ts";
import { createBitbucket } from "./bitbucket.ts";
import { type CodeHost, HostError, type RemoteKind, remoteKinds } from "./code-host.ts";
import { createConditionalSend } from "./conditional-send.ts";
import type { HostCredential } from "./credential.ts";
import { createGitea } from "./gitea.ts";
import { createGithub } from "./github.ts";
import { createGitlab } from "./gitlab.ts";
import type { SendToHost } from "./host-fetch.ts";
import { createLocalCodeHost } from "./local.ts";
import type { LocalCodeHostOptions } from "./local-host.ts";
import type { RemoteDeps, RemoteDriver } from "./remote-driver.ts";
import { createRemoteHost } from "./remote-host.ts";
import { parseHostedRepository, withGit } from "./repository.ts";
import { createTokenCache } from "./token-cache.ts";

export interface CodeHostsOptions extends LocalCodeHostOptions {
  readonly send: SendToHost;
  /** Resolves a remote repository's addresses through the guard (R66). */
  readonly pin: (repositoryUrl: string) => Promise<readonly string[]>;
  /** Finds the project's credential for its code host; null if there is none. */
  readonly findCredential: (project: OfProject) => Promise<HostCredential | null>;
}

/** Each kind's well-known host names and driver. For other host names, the credential specifies the kind. */
const remotes: Readonly<
  Record<RemoteKind, { names: readonly string[]; create: (parts: RemoteDeps) => RemoteDriver }>
> = {
  github: { names: ["github.com", ".ghe.com"], create: createGithub },
  gitlab: { names: ["gitlab.com"], create: createGitlab },
  gitea: { names: ["codeberg.org", "gitea.com"], create: createGitea },
  bitbucket: { names: ["bitbucket.org"], create: createBitbucket },
};

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
  const local = createLocalCodeHost(options);
  // A token must remain valid for a whole turn. If the current token would expire earlier, a new one is minted first.
  const tokens = createTokenCache({ clock: options.clock, spareMs: limits.codehost.tokenSpareMs });

  const send = createConditionalSend(options.send);

  function open(repositoryUrl: string, credential: HostCredential | null): CodeHost {
    if (isLocal(repositoryUrl)) return local;
    const { hostname } = new URL(repositoryUrl);
    if (credential === null)
      throw new HostError(
        "unauthorized",
        `${hostname} requires a credential, and the project has none. To add one: docwright project create --help, docwright credential set --help.`,
      );
    const kind = kindOf(hostname, credential);
    const isPublic = findKind(hostname) !== null;
    const path = credential.type === "token" ? credential.path : null;
    const repository = parseHostedRepository(repositoryUrl, { kind, isPublic, path });
    const { clock, pin } = options;
    const driver = remotes[kind].create({ repository, credential, send, clock, tokens });
    return createRemoteHost({ driver, gitUrl: repository.gitUrl, pin });
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

function kindOf(host: string, credential: HostCredential): RemoteKind {
  const known = credential.kind ?? findKind(host) ?? kindOfToken(credential);
  if (known !== null) return known;
  throw new HostError(
    "refused",
    `Unknown kind of code host: ${host}. Specify one of ${remoteKinds.join(", ")} with --host-kind, or as "kind" in the credential's JSON.`,
  );
}

/** Tokens of GitHub and GitLab have the same prefixes on all servers. */
function kindOfToken(credential: HostCredential): RemoteKind | null {
  const token = credential.type === "token" ? credential.token : "";
  if (/^(?:github_pat_|ghp_)/u.test(token)) return "github";
  return token.startsWith("glpat-") ? "gitlab" : null;
}

function findKind(host: string): RemoteKind | null {
  return remoteKinds.find((kind) => remotes[kind].names.some((name) => isNamed(host, name))) ?? null;
}

/** `.ghe.com` matches every name below it. */
function isNamed(host: string, name: string): boolean {
  return name.startsWith(".") ? host.endsWith(name) : host === name;
}

/** Returns the URL from which git reads a repository without a credential. */
export function publicGitUrl(repositoryUrl: string): string {
  return findKind(new URL(repositoryUrl).hostname) === "gitlab" ? withGit(repositoryUrl) : repositoryUrl;
}
