/** A repository that a project points to. */
export interface Remote {
  /** `https://…`, `http://…` (the guard of addresses decides where), or `file:///absolute/path`. No credentials. */
  readonly url: string;
  /** Reaches the child that talks to this remote, through its environment, and nothing else. */
  readonly auth?: { readonly username: string; readonly password: string };
  /** The addresses that the guard resolved: the host is reached at these and no others. */
  readonly pinned?: readonly string[];
  /** A repository on this machine is refused unless this is true. */
  readonly localAllowed?: boolean;
  /** Folders, of which one must hold the repository and all that it leads to (real paths); absent: any place. */
  readonly localWithin?: readonly string[];
}
