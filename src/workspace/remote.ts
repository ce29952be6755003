import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { limits } from "../limits.ts";
import { GitError } from "./git-error.ts";

/** A repository that a project points to. */
export interface Remote {
  /** `https://…`, `http://…` (the guard of addresses decides where), or `file:///absolute/path`. No credentials. */
  readonly url: string;
  /** Where git finds it, where its host has it elsewhere than at `url`, which names the mirror; same host. */
  readonly gitUrl?: string;
  /** Reaches the child that talks to this remote, through its environment, and nothing else. */
  readonly auth?: RemoteAuth;
  /** Asked once where the remote does not take `auth`, for another to try with. Throws where there is none to be had. */
  readonly renewAuth?: (refused: RemoteAuth) => Promise<RemoteAuth>;
  /** The addresses that the guard resolved: the host is reached at these and no others. */
  readonly pinned?: readonly string[];
  /** A repository on this machine is refused unless this is true. */
  readonly localAllowed?: boolean;
  /** Folders, of which one must hold the repository and all that it leads to (real paths); absent: any place. */
  readonly localWithin?: readonly string[];
}

interface RemoteAuth {
  readonly username: string;
  readonly password: string;
}

export type RemoteAddress = HttpAddress | LocalAddress;

export interface HttpAddress {
  readonly protocol: "https" | "http";
  /** Normalised: one text for each repository, as far as an address can tell. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

export interface LocalAddress {
  readonly protocol: "file";
  readonly url: string;
  readonly path: string;
}

/**
 * Reads a remote's URL and writes it in its one normal form. Throws `GitError` `refused` with a sentence for every
 * other transport: `ext::` and its like run commands, and ssh reads the user's keys and configuration.
 */
export function parseRemoteUrl(text: string): RemoteAddress {
  if (text.length > limits.projects.urlCharsMax) throw refused("The repository's address is too long.");
  if (/^(?:ssh:|git\+ssh:|git@)/iu.test(text) || /^[^/:\s]+@[^/:\s]+:/u.test(text))
    throw refused(`Repositories are not reached by ssh. Use the https address: ${httpsForm(text)}.`);
  if (!/^(?:https?|file):\/\//iu.test(text) || /[\p{Cc} \\]/u.test(text) || !URL.canParse(text))
    throw refused(
      "The repository's address must start with https:// (or be file:// and a path on this machine).",
    );
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    throw refused(
      "The repository's address holds a user name or password. Store them as the project's credentials.",
    );
  if (url.search !== "" || url.hash !== "")
    throw refused("The repository's address must not have a query or a fragment.");
  return url.protocol === "file:" ? parseLocal(url) : parseHttp(url);
}

function parseHttp(url: URL): HttpAddress {
  const protocol = url.protocol === "https:" ? "https" : "http";
  const path = url.pathname.replace(/\/+$/u, "");
  if (path === "") throw refused("The repository's address has no path.");
  const port = url.port === "" ? (protocol === "https" ? 443 : 80) : Number(url.port);
  return { protocol, url: `${protocol}://${url.host}${path}`, host: url.hostname, port };
}

function parseLocal(url: URL): LocalAddress {
  if (url.host !== "") throw refused("A file:// address must name no host: file:///path/to/repository.");
  let path: string;
  try {
    path = fileURLToPath(url);
  } catch (cause) {
    throw new GitError("refused", "The file:// address does not name a path on this machine.", { cause });
  }
  if (path.includes("\0") || path.includes("\n"))
    throw refused("The path holds characters that no path may have.");
  const trimmed = path.replace(/(?<=.)\/+$/u, "");
  return { protocol: "file", url: `file://${trimmed}`, path: trimmed };
}

/** The name of a mirror's folder: one for each normalised URL. */
export function mirrorKey(address: RemoteAddress): string {
  return createHash("sha256").update(address.url).digest("hex").slice(0, 32);
}

function httpsForm(text: string): string {
  const [, host = "example.com", path = "owner/repository.git"] =
    /^(?:[a-z+]+:\/\/)?(?:[^@/\s]*@)?([^:/\s]+)(?::\d+(?=\/))?[:/]\/?(\S*)$/iu.exec(text) ?? [];
  return `https://${host}/${path}`;
}

function refused(message: string): GitError {
  return new GitError("refused", message);
}
