import { realpath } from "node:fs/promises";
import {
  type CodeHosts,
  packHostCredential,
  parseHostCredential,
  publicGitUrl,
  type RemoteKind,
} from "../codehost/index.ts";
import {
  type AddressGuard,
  type Credential,
  type Credentials,
  codeHostPlace,
  type Project,
  type ProjectId,
  type Projects,
} from "../projects/index.ts";
import { GitError, type Mirror, type Mirrors, type Remote } from "../workspace/index.ts";

interface Parts {
  readonly projects: Projects;
  readonly credentials: Credentials;
  readonly guard: AddressGuard;
  readonly mirrors: Mirrors;
  readonly codeHosts: CodeHosts;
  /** Folders below which repositories on this machine may be named in settings. */
  readonly localRepositories: readonly string[];
}

/** The repositories that projects name beside their own: fetched like those, never pushed to. */
export function createContextRepositories(parts: Parts) {
  const { projects, credentials, guard, mirrors, codeHosts } = parts;

  /** With the project's credential for that host, else with none. Every address passes the guard first (R66). */
  async function remoteOf(projectId: ProjectId, url: string): Promise<Remote> {
    const found = await guard.resolve(url);
    if (found === null) return localRemote(url);
    const kept = await credentials.openCredential(codeHostPlace(projectId, url));
    if (kept === null) return { url, gitUrl: publicGitUrl(url), pinned: found.addresses };
    return codeHosts.open(url, parseHostCredential(kept)).remote(url);
  }

  /** Settings may be changed over HTTP, so they name no repository that only the command line may (R66). */
  async function localRemote(url: string): Promise<Remote> {
    if (parts.localRepositories.length === 0)
      throw new GitError(
        "refused",
        "Name the folder in DOCWRIGHT_LOCAL_REPOSITORIES to read repositories in it.",
      );
    const localWithin = await Promise.all(
      parts.localRepositories.map((root) => realpath(root).catch(() => root)),
    );
    return { url, localAllowed: true, localWithin };
  }

  return {
    async open(projectId: ProjectId, url: string, signal: AbortSignal): Promise<Mirror> {
      return mirrors.open(await remoteOf(projectId, url), { signal });
    },
    /** Of all projects: their mirrors are in use. */
    async urls(): Promise<string[]> {
      const all = await Promise.all((await projects.list()).map(({ id }) => projects.settings(id)));
      return all.flatMap((settings) => settings["context-repositories"].repositories.map(({ url }) => url));
    },
    /** Null for the host of the project's own repository, and one where it names no other. */
    async keepCredential(
      { id: projectId, repositoryUrl }: Project,
      host: string,
      given: { readonly value: string; readonly hostKind?: RemoteKind },
    ): Promise<Credential | null> {
      const settings = await projects.settings(projectId);
      const named = settings["context-repositories"].repositories.find(
        ({ url }) => new URL(url).host === host,
      );
      if (named === undefined || new URL(repositoryUrl).host === host) return null;
      const credential = parseHostCredential(given.value, given.hostKind);
      // Says what kind of host it is, or that nobody told.
      codeHosts.open(named.url, credential);
      return credentials.sealCredential(codeHostPlace(projectId, named.url), packHostCredential(credential));
    },
  };
}
