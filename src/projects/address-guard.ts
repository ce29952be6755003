/**
 * The one guard before every outgoing address that a person of a project sets (R66). What it answers is what may be
 * used, and nothing else: the normalised URL, and the addresses that were checked.
 */
export interface AddressGuard {
  /**
   * The repository's URL as it is kept: `https://host/path`, `http://…` where the host is allowed, or
   * `file:///absolute/path` (the real path) for one on this machine. `text` is a URL, or a path; a relative one is
   * taken from the working folder, from the command line only. Throws `invalid_request` with a sentence that says
   * what to write instead. Asks no name server: `resolve` does, each time that the address is used.
   */
  checkRepository(text: string, options: { readonly from: AddressSource }): Promise<string>;
  /**
   * The addresses to connect to, all of them checked: private, loopback, link-local and other special ranges are
   * refused unless the host or the range is in `DOCWRIGHT_ALLOWED_HOSTS`. Null for a repository on this machine, which
   * is checked again: it may have been replaced by a link since. Throws `invalid_request` where the address may not be
   * used, and `unavailable` where its name does not resolve.
   */
  resolve(url: string, signal?: AbortSignal): Promise<PinnedAddress | null>;
}

/** Over HTTP only repositories below `DOCWRIGHT_LOCAL_REPOSITORIES` may be named; the command line names any. */
export type AddressSource = "cli" | "http";

export interface PinnedAddress {
  readonly host: string;
  readonly port: number;
  /**
   * IPv4 and IPv6 addresses, in the order that the name server gave them. None where there is no answer and a proxy of
   * the operator's leads there, which looks the name up and decides by itself.
   */
  readonly addresses: readonly string[];
  /** For git's `http.curloptResolve`; null where the URL holds the address itself, or there is none. */
  readonly curloptResolve: string | null;
}
