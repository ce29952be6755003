import type { Clock } from "../std/clock.ts";
import type { Mirror } from "./mirror.ts";
import type { Remote } from "./remote.ts";

/** The mirrors of this process, below one folder that nothing else writes to. */
export interface Mirrors {
  /**
   * The mirror of a remote, cloned where there is none. Every pair of remote and credentials is let in by the remote
   * itself before its mirror is handed out. Callers at the same time share one clone.
   */
  open(remote: Remote, options: { readonly signal: AbortSignal }): Promise<Mirror>;
  /** Removes mirrors of URLs not `inUse` after `limits.workspace.mirrorKeepMs`, and packs those that need it. */
  sweep(options: { readonly inUse: readonly string[]; readonly signal: AbortSignal }): Promise<void>;
  /** Ends every child. Calls after it fail. */
  close(): Promise<void>;
}

export interface MirrorsOptions {
  /** Ours alone; made with mode 0700. */
  readonly dir: string;
  readonly clock: Clock;
  /** Of the operator's environment: proxies and private CAs, by name. */
  readonly network?: Readonly<Record<string, string>>;
  /** Where the git command is looked for, as in PATH. */
  readonly searchPath?: string;
}
