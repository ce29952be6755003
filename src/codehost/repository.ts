import { HostError, type RemoteKind } from "./code-host.ts";

/** A repository on a host, read from its address. */
export interface HostedRepository {
  /** Where git finds it. */
  readonly gitUrl: string;
  /** Of the server: `https://host[:port]`, and the path below which it lies where it has one. */
  readonly root: string;
  readonly host: string;
  /** All but the name: a user, an organisation, or a group with its subgroups. */
  readonly owner: string;
  /** Without `.git`. */
  readonly name: string;
}

/** Whether a host that calls a repository `owner/name` means this one, wherever its server lies. */
export function isRepositoryNamed(repositoryUrl: string, name: string): boolean {
  const path = decodeURIComponent(new URL(repositoryUrl).pathname).replace(/\.git$/u, "");
  return path.toLowerCase().endsWith(`/${name.toLowerCase()}`);
}

/**
 * `path` is the server's own, such as `/gitlab`; null where nobody said. Only GitLab has groups within groups: elsewhere
 * what stands before owner and name is the server's.
 */
export function parseHostedRepository(
  repositoryUrl: string,
  { kind, isPublic, path }: { kind: RemoteKind; isPublic: boolean; path: string | null },
): HostedRepository {
  const { origin, pathname, hostname: host } = new URL(repositoryUrl);
  const server = path ?? "";
  if (!`${pathname}/`.startsWith(`${server}/`)) throw nameless(repositoryUrl, `It is not below ${server}.`);
  const parts = pathname
    .slice(server.length)
    .split("/")
    .filter((part) => part !== "");
  const page = parts.indexOf("-");
  const nests = kind === "gitlab";
  const addressOf = (some: readonly string[]) => `${origin}${server}/${some.join("/")}`;
  if (nests && page > 1) throw nameless(repositoryUrl, `Give ${addressOf(parts.slice(0, page))}`);
  if (!nests && isPublic && parts.length > 2)
    throw nameless(repositoryUrl, `Give ${addressOf(parts.slice(0, 2))}`);
  const ownerAt = nests || path !== null ? 0 : Math.max(0, parts.length - 2);
  const name = decodeURIComponent(parts.at(-1) ?? "").replace(/\.git$/u, "");
  const owner = parts.slice(ownerAt, -1).map(decodeURIComponent).join("/");
  if (name === "" || owner === "") throw nameless(repositoryUrl, "Give its owner and its name.");
  const root = `${origin}${[server, ...parts.slice(0, ownerAt)].join("/")}`;
  return { gitUrl: nests ? withGit(repositoryUrl) : repositoryUrl, root, host, owner, name };
}

function nameless(repositoryUrl: string, hint: string): HostError {
  return new HostError("not_found", `${repositoryUrl} names no repository. ${hint}`);
}

/** GitLab answers with a redirect where git asks without the suffix, and redirects are not followed. */
export function withGit(repositoryUrl: string): string {
  return repositoryUrl.endsWith(".git") ? repositoryUrl : `${repositoryUrl}.git`;
}
