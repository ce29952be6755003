import { HostError } from "./code-host.ts";

/** A repository on a host, read from its address. */
export interface HostedRepository {
  /** As the project has it. */
  readonly url: string;
  /** `https://host[:port]`. */
  readonly origin: string;
  readonly host: string;
  /** All but the name: a user, an organisation, or a group with its subgroups. */
  readonly owner: string;
  /** Without `.git`. */
  readonly name: string;
}

/** Whether a host that calls a repository `owner/name` means this one. */
export function isRepositoryNamed(repositoryUrl: string, name: string): boolean {
  const path = decodeURIComponent(new URL(repositoryUrl).pathname).replace(/\.git$/u, "");
  return path.toLowerCase() === `/${name.toLowerCase()}`;
}

export function parseHostedRepository(repositoryUrl: string): HostedRepository {
  const url = new URL(repositoryUrl);
  const parts = url.pathname.split("/").filter((part) => part !== "");
  const name = decodeURIComponent(parts.at(-1) ?? "").replace(/\.git$/u, "");
  const owner = parts.slice(0, -1).map(decodeURIComponent).join("/");
  if (name === "" || owner === "")
    throw new HostError("not_found", `${repositoryUrl} names no repository. Give its owner and its name.`);
  return { url: repositoryUrl, origin: url.origin, host: url.hostname, owner, name };
}
