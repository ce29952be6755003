import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";

/** What a person named: a web address, or a path on this machine. */
export type NamedRepository =
  | { readonly kind: "web"; readonly url: URL }
  | { readonly kind: "file"; readonly url: URL }
  | { readonly kind: "path"; readonly path: string };

/**
 * Tells what a text names, as git would, and refuses with a sentence what this service does not speak: ssh and
 * scp-like addresses (with the https form), remote helpers, other protocols, and credentials in an address.
 */
export function readRepositoryText(given: string): NamedRepository {
  const text = given.trim();
  if (text === "") throw refused("Name the docs repository: its https address, or its path on this machine.");
  if (text.length > limits.projects.urlCharsMax)
    throw refused(`A repository's address has at most ${limits.projects.urlCharsMax} characters.`);
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    throw refused("A repository's address has no control characters.");
  const scheme = /^([a-z][a-z0-9+.-]*):/iu.exec(text)?.[1]?.toLowerCase();
  if (scheme === "https" || scheme === "http") return { kind: "web", url: webUrl(text) };
  if (scheme === "file") return { kind: "file", url: parse(text) };
  if (text.includes("://") && scheme !== undefined) throw refusedScheme(text, scheme);
  if (/^[^/]*::/u.test(text))
    throw refused("Remote helpers are not used. Give the repository's https address.");
  const scp = /^(?:[^@/:]*@)?([^/:@]+):(.+)$/u.exec(text);
  if (scp !== null) throw refusedSsh(scp[1] ?? "", scp[2] ?? "");
  return { kind: "path", path: text };
}

function webUrl(text: string): URL {
  const url = parse(text);
  if (url.username !== "" || url.password !== "")
    throw refused(
      `Leave the user name and password out of the repository's address: ${url.protocol}//${url.host}${url.pathname}`,
    );
  if (url.search !== "" || url.hash !== "")
    throw refused(`Leave out what follows the path: ${url.origin}${url.pathname}`);
  // An empty query or fragment leaves its mark in the address, and is not in these two.
  url.search = "";
  url.hash = "";
  // Git would hand these on to whatever answers for the host, as lines of their own.
  if (/%(?:0[0-9a-f]|1[0-9a-f]|7f)/iu.test(url.pathname))
    throw refused("A repository's address has no control characters.");
  url.hostname = url.hostname.replace(/\.$/u, "");
  if (/^\.*$/u.test(url.hostname)) throw refused("The address names no host.");
  url.pathname = url.pathname.replace(/\/+$/u, "");
  if (url.pathname === "/")
    throw refused(`That names a host and no repository. Give an address such as ${url.origin}/acme/docs`);
  return url;
}

function parse(text: string): URL {
  if (!URL.canParse(text))
    throw refused("That is no address. Give one such as https://git.example.com/acme/docs");
  return new URL(text);
}

function refusedScheme(text: string, scheme: string): AppError {
  if (!/^(?:ssh|git\+ssh|ssh\+git)$/u.test(scheme) || !URL.canParse(text))
    return refused(`Docwright does not speak ${scheme}. Give the repository's https address.`);
  const url = new URL(text);
  return refusedSsh(url.hostname, url.pathname);
}

function refusedSsh(host: string, path: string): AppError {
  const https = `https://${host.toLowerCase()}/${path.replace(/^[/~]+/u, "")}`;
  const hint = URL.canParse(https) ? ` Use ${https}` : " Use the repository's https address.";
  return refused(`Repositories are not reached over ssh.${hint}`);
}

export function refused(message: string): AppError {
  return new AppError("invalid_request", message, { fields: { details: [{ path: "repository", message }] } });
}
