import { lookup as lookupName } from "node:dns/promises";
import { isIP } from "node:net";
import { resolve as absolute, isAbsolute } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { AddressGuard, AddressSource } from "./address-guard.ts";
import { hostOf, parseAllowedHosts } from "./allowed-hosts.ts";
import { isPublicAddress } from "./ip-range.ts";
import { createLocalRepositories } from "./local-repository.ts";
import { readRepositoryText, refused } from "./repository-url.ts";

export interface AddressGuardOptions {
  /** Names, addresses and CIDR ranges that may be private, and may speak plain http. */
  readonly allowedHosts: readonly string[];
  readonly localRepositories: readonly string[];
  readonly dataFolder: string;
  /** All addresses of a name; by default the system's resolver. */
  readonly lookup?: Lookup;
  /** Whether a proxy of the operator's leads to an address; by default to none. */
  readonly isProxied?: (url: URL) => boolean;
}

export type Lookup = (host: string) => Promise<readonly { readonly address: string }[]>;

/** Throws `invalid_request` where `allowedHosts` holds something else than hosts. */
export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
  const allowed = parseAllowedHosts(options.allowedHosts);
  const local = createLocalRepositories({ roots: options.localRepositories, dataFolder: options.dataFolder });
  const lookup = options.lookup ?? ((host) => lookupName(host, { all: true, order: "verbatim" }));

  /** What can be said of an address without asking a name server. */
  function checkWeb(url: URL): void {
    const host = hostOf(url);
    if (allowed.has(host)) return;
    if (url.protocol !== "https:")
      throw refused(`Use https: ${host} is not a host that may be reached over plain http. ${allowHint}`);
    if (isIP(host) !== 0 ? !isPublicAddress(host) : /(?:^|\.)localhost$/u.test(host))
      throw refused(`${host} is an address of a private network. ${allowHint}`);
  }

  async function checkLocal(path: string, from: AddressSource): Promise<string> {
    // As an address of the web without its scheme is meant far more often than a path from the working folder.
    if (!isAbsolute(path) && (from === "http" || looksLikeHost(path)) && URL.canParse(`https://${path}`))
      throw refused(`Write the whole address: https://${path} (or an absolute path on this machine).`);
    if (!isAbsolute(path) && from === "http")
      throw refused("Give the repository's https address, or an absolute path on this machine.");
    return pathToFileURL(await local.find(absolute(path), from)).href;
  }

  return {
    async checkRepository(text, { from }) {
      const named = readRepositoryText(text);
      if (named.kind === "path") return checkLocal(named.path, from);
      if (named.kind === "file") return checkLocal(pathOf(named.url), from);
      checkWeb(named.url);
      return named.url.href;
    },

    async resolve(text, signal) {
      const url = new URL(text);
      if (url.protocol === "file:") {
        await local.recheck(pathOf(url));
        return null;
      }
      if (url.protocol !== "https:" && url.protocol !== "http:")
        throw refused("Only https addresses are reached.");
      checkWeb(url);
      const host = hostOf(url);
      const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
      if (isIP(host) !== 0) return { host, port, addresses: [host], curloptResolve: null };
      const isProxied = options.isProxied?.(url) === true;
      const addresses = await addressesOf(host, lookup, signal).catch((error: unknown) => {
        // Where everything goes through a proxy, often the proxy alone can look names up.
        if (isProxied && error instanceof AppError && error.code === "unavailable") return [];
        throw error;
      });
      if (addresses.length === 0) return { host, port, addresses, curloptResolve: null };
      const bad = allowed.has(host)
        ? undefined
        : addresses.find((address) => !isPublicAddress(address) && !allowed.has(address));
      if (bad !== undefined)
        throw refused(`${host} leads to ${bad}, an address of a private network. ${allowHint}`);
      const written = addresses.map((address) => (isIP(address) === 6 ? `[${address}]` : address));
      return { host, port, addresses, curloptResolve: `${host}:${port}:${written.join(",")}` };
    },
  };
}

const allowHint = "The operator can name it in DOCWRIGHT_ALLOWED_HOSTS.";

async function addressesOf(host: string, lookup: Lookup, signal?: AbortSignal): Promise<readonly string[]> {
  const found = await unlessAborted(lookup(host), signal).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw notFound(host, cause);
  });
  const addresses = [...new Set(found.map(({ address }) => address))];
  if (addresses.length === 0) throw notFound(host);
  if (addresses.length > limits.projects.addressesMax || addresses.some((address) => isIP(address) === 0))
    throw refused(`The name server's answer for ${host} cannot be used.`);
  return addresses;
}

function notFound(host: string, cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    `The host ${host} was not found. Check the address, and this machine's name server.`,
    { cause, fields: { retryAfterSeconds: 60 } },
  );
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function looksLikeHost(path: string): boolean {
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//iu.test(path);
}

function pathOf(url: URL): string {
  let path = "";
  try {
    path = fileURLToPath(url);
  } catch (cause) {
    throw new AppError("invalid_request", "A file address is file:// and an absolute path on this machine.", {
      cause,
    });
  }
  if (/\p{Cc}/u.test(path)) throw refused("A repository's path has no control characters.");
  return path;
}
