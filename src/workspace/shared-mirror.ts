import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../limits.ts";
import type { Clock } from "../std/clock.ts";
import { createCoalescer } from "./coalesce.ts";
import type { Sha } from "./files.ts";
import type { Git } from "./git.ts";
import { GitError, type GitErrorKind } from "./git-error.ts";
import { localCommand } from "./local-remote.ts";
import type { PushResult } from "./mirror.ts";
import {
  clearLeftovers,
  createMirrorFolder,
  markUsed,
  mendConfig,
  mendMirrorFolder,
  writeDefaultBranch,
} from "./mirror-folder.ts";
import { createObjectReader, type ObjectReader } from "./object-reader.ts";
import type { Remote } from "./remote.ts";
import { openRemoteAccess, type RemoteAccess } from "./remote-access.ts";
import { createSharedLock } from "./shared-lock.ts";
import { fetchHeads, listRemote, type RemoteListing } from "./transfer.ts";

/** One mirror's folder, as all who work with it share it. */
export interface SharedMirror {
  readonly key: string;
  readonly dir: string;
  readonly reader: ObjectReader;
  /** Makes the mirror, or brings it up to date, with this remote's credentials. */
  update(remote: Remote, signal: AbortSignal): Promise<void>;
  /**
   * Runs `work` while nothing puts the folder aside. Where it finds damage or a lock, the mirror is mended, or made anew
   * from `remote`, and `work` is run again: it must be safe to do twice.
   */
  use<T>(remote: Remote, work: () => Promise<T>): Promise<T>;
  /** As of the last update. */
  heads(): ReadonlyMap<string, Sha>;
  defaultBranch(): string | null;
  /** Notes what `work` pushed: it needs no fetching. */
  push(branch: string, sha: Sha, work: () => Promise<PushResult>): Promise<PushResult>;
  /** Runs `work` while nothing puts the folder aside. */
  together<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` with nobody else in the folder. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

export interface SharedMirrorOptions {
  readonly git: Git;
  readonly clock: Clock;
  readonly key: string;
  readonly dir: string;
  readonly tmp: string;
  /** Aborts when the mirrors are closed. */
  readonly closing: AbortSignal;
}

export function openSharedMirror(options: SharedMirrorOptions): SharedMirror {
  const { git, clock, key, dir, tmp, closing } = options;
  const lock = createSharedLock();
  const reader = createObjectReader({ git, gitDir: dir, clock });
  let heads: ReadonlyMap<string, Sha> = new Map();
  let defaultBranch: string | null = null;
  /** Whether `heads` is what the folder has; false makes the next update fetch, whatever the remote lists. */
  let inStep = false;
  let fetching = false;
  let fetches = 0;
  /** Whether the folder was looked at since this process began. */
  let entered = false;
  /** Counts what was mended, so that two who find the same damage mend it once. */
  let generation = 0;
  let builtAt = Number.NEGATIVE_INFINITY;

  const updates = createCoalescer<Remote>(async (remote, signal) => {
    const access = await openRemoteAccess(git, remote);
    await enter(access, signal);
    await withRepair(
      async () => access,
      signal,
      () => bringUpToDate(access, signal),
    );
    await markUsed(dir, clock.now());
  });

  /** Once a process: the folder is made, or mended after whatever ended the last one. */
  async function enter(access: RemoteAccess, signal: AbortSignal): Promise<void> {
    if (entered) return;
    await lock.alone(async () => {
      if (!existsSync(dir) || !(await mendMirrorFolder(dir))) await build(access, signal);
      entered = true;
    });
  }

  async function bringUpToDate(access: RemoteAccess, signal: AbortSignal): Promise<void> {
    await mendConfig(dir);
    const listing = await listRemote({ git, gitDir: dir, access, signal });
    if (!inStep || !sameHeads(heads, listing.heads)) {
      await fetchInto(access, signal);
      heads = await readHeads(listing);
    }
    if (listing.defaultBranch !== defaultBranch) await writeDefaultBranch(dir, listing.defaultBranch);
    defaultBranch = listing.defaultBranch;
  }

  async function fetchInto(access: RemoteAccess, signal: AbortSignal): Promise<void> {
    inStep = true;
    fetching = true;
    fetches++;
    try {
      await fetchHeads({ git, gitDir: dir, access, signal });
    } catch (error) {
      inStep = false;
      throw error;
    } finally {
      fetching = false;
    }
  }

  /** What the folder has of what was listed: the remote may have moved on between the two. */
  async function readHeads(listing: RemoteListing): Promise<ReadonlyMap<string, Sha>> {
    const names = [...listing.heads.keys()];
    const found = await reader.resolve(names.map((name) => `refs/heads/${name}`));
    return new Map(
      names.flatMap((name) => {
        const sha = found.get(`refs/heads/${name}`);
        return sha === undefined ? [] : [[name, sha] as const];
      }),
    );
  }

  /** A whole new copy, put in the old one's place when it is complete. Work that was kept is carried over. */
  async function build(access: RemoteAccess, signal: AbortSignal): Promise<void> {
    const fresh = join(tmp, `${randomUUID()}.git`);
    try {
      await createMirrorFolder(fresh);
      const listing = await listRemote({ git, gitDir: fresh, access, signal });
      if (listing.heads.size > 0) await fetchHeads({ git, gitDir: fresh, access, signal });
      if (existsSync(dir)) await carryKeptWork(fresh, signal);
      await writeDefaultBranch(fresh, listing.defaultBranch);
      reader.end();
      await setAside();
      await rename(fresh, dir);
      heads = await readHeads(listing);
      defaultBranch = listing.defaultBranch;
      inStep = true;
      builtAt = clock.now();
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  }

  /** As far as it can be read: it is the only copy. */
  async function carryKeptWork(fresh: string, signal: AbortSignal): Promise<void> {
    const refs = "+refs/docwright/*:refs/docwright/*";
    const args = [
      "fetch",
      "--quiet",
      "--no-tags",
      "--no-write-fetch-head",
      `--upload-pack=${localCommand("upload-pack")}`,
    ];
    await git
      .run([...args, "--", dir, refs], {
        gitDir: fresh,
        protocol: "file",
        timeoutMs: limits.workspace.gitMs,
        signal,
      })
      .catch((error: unknown) => {
        if (!(error instanceof GitError)) throw error;
      });
  }

  async function setAside(): Promise<void> {
    if (!existsSync(dir)) return;
    const old = join(tmp, `${randomUUID()}.git`);
    await rename(dir, old);
    await rm(old, { recursive: true, force: true });
  }

  /** What a killed child left is cleared; where that was not it, the mirror is made anew. */
  async function repair(
    damage: { error: GitError; seen: number },
    access: RemoteAccess,
    signal: AbortSignal,
  ): Promise<void> {
    await lock.alone(async () => {
      if (generation !== damage.seen) return;
      reader.end();
      const cleared = existsSync(dir) ? await clearLeftovers(dir) : 0;
      // A lock that is gone by now was another child's.
      if (cleared === 0 && damage.error.kind === "damaged") {
        if (clock.now() - builtAt < limits.workspace.rebuildEveryMs) throw damage.error;
        await build(access, signal);
      }
      generation++;
    });
  }

  /** `openAccess` is asked only where there is something to repair. */
  async function withRepair<T>(
    openAccess: () => Promise<RemoteAccess>,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    for (let tries = 0; ; tries++) {
      const seen = generation;
      try {
        return await lock.shared(work);
      } catch (error) {
        if (!(error instanceof GitError) || !mendable.has(error.kind) || tries === 2) throw error;
        await repair({ error, seen }, await openAccess(), signal);
      }
    }
  }

  return {
    key,
    dir,
    reader,
    update: (remote, signal) => updates.run(fingerprint(remote), remote, AbortSignal.any([signal, closing])),
    use: (remote, work) => withRepair(() => openRemoteAccess(git, remote), closing, work),
    heads: () => heads,
    defaultBranch: () => defaultBranch,
    async push(branch, sha, work) {
      const before = fetches;
      const result = await work();
      if (result.outcome !== "pushed" && result.outcome !== "already") return result;
      heads = new Map(heads).set(branch, sha);
      // A fetch that began before the push may have dropped the branch again.
      if (fetching || fetches !== before) inStep = false;
      return result;
    },
    together: (work) => lock.shared(work),
    alone: (work) => lock.alone(work),
    close: () => reader.close(),
  };
}

const mendable: ReadonlySet<GitErrorKind> = new Set(["damaged", "locked"]);

function sameHeads(one: ReadonlyMap<string, Sha>, other: ReadonlyMap<string, Sha>): boolean {
  if (one.size !== other.size) return false;
  for (const [name, sha] of one) if (other.get(name) !== sha) return false;
  return true;
}

/** Who asks: callers with other credentials do not share a fetch. Hashed, so that no secret is kept as a key. */
function fingerprint(remote: Remote): string {
  const { url, gitUrl, auth, pinned, localAllowed, localWithin } = remote;
  const parts = [url, gitUrl, auth?.username, auth?.password, pinned, localAllowed, localWithin];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
