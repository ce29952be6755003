import { HostError } from "./code-host.ts";
import { hostKinds, type RemoteKind } from "./kinds/index.ts";

/** A repository on a host, parsed from its URL. */
export interface HostedRepository {
  readonly gitUrl: string;
  /** The server's URL: `https://host[:port]`, plus the server's path prefix, if any. */
  readonly root: string;
  readonly host: string;
  /** Everything before the name: a user, an organization, or a group with its subgroups. */
  readonly owner: string;
  /** Without `.git`. */
  readonly name: string;
}

/** Reports whether a host's `owner/name` refers to this repository, regardless of the server's path prefix. */
export function isRepositoryNamed(repositoryUrl: string, name: string): boolean {
  const path = decodeURIComponent(new URL(repositoryUrl).pathname).replace(/\.git$/u, "");
  return path.toLowerCase().endsWith(`/${name.toLowerCase()}`);
}

/**
 * Parses a repository's URL. `path` is the server's path prefix, such as `/gitlab`; null if unknown. Only GitLab has
 * nested groups: on other hosts, everything before the owner and name is the server's prefix.
 */
export function parseHostedRepository(
  repositoryUrl: string,
  { kind, isPublic, path }: { kind: RemoteKind; isPublic: boolean; path: string | null },
): HostedRepository {
  const { origin, pathname, hostname: host } = new URL(repositoryUrl);
  const server = path ?? "";
  if (!`${pathname}/`.startsWith(`${server}/`)) throw nameless(repositoryUrl, `It is not under ${server}.`);
  const parts = pathname
    .slice(server.length)
    .split("/")
    .filter((part) => part !== "");
  const page = parts.indexOf("-");
  const nests = hostKinds[kind].hasNestedGroups;
  const addressOf = (some: readonly string[]) => `${origin}${server}/${some.join("/")}`;
  if (nests && page > 1) throw nameless(repositoryUrl, `Use ${addressOf(parts.slice(0, page))}`);
  if (!nests && isPublic && parts.length > 2)
    throw nameless(repositoryUrl, `Use ${addressOf(parts.slice(0, 2))}`);
  const ownerAt = nests || path !== null ? 0 : Math.max(0, parts.length - 2);
  const name = decodeURIComponent(parts.at(-1) ?? "").replace(/\.git$/u, "");
  const owner = parts.slice(ownerAt, -1).map(decodeURIComponent).join("/");
  if (name === "" || owner === "") throw nameless(repositoryUrl, "Add the owner and the name.");
  const root = `${origin}${[server, ...parts.slice(0, ownerAt)].join("/")}`;
  return { gitUrl: nests ? withGit(repositoryUrl) : repositoryUrl, root, host, owner, name };
}

function nameless(repositoryUrl: string, hint: string): HostError {
  return new HostError("not_found", `${repositoryUrl} is not a repository URL. ${hint}`);
}

/** Adds `.git`, because GitLab redirects git requests whose URL lacks it, and redirects are not followed. */
export function withGit(repositoryUrl: string): string {
  return repositoryUrl.endsWith(".git") ? repositoryUrl : `${repositoryUrl}.git`;
}
