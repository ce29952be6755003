/** The changes made by a commit, for the threads that keep counts in memory. Columns hold accepted events only. */
export type CommitNotice =
  | {
      readonly type: "events";
      readonly projectId: string;
      readonly month: number;
      /** The commit's number within the month's file. */
      readonly commit: number;
      readonly length: number;
      readonly times: Float64Array<ArrayBuffer>;
      readonly visitors: Uint8Array<ArrayBuffer>;
      readonly path: Uint32Array<ArrayBuffer>;
      readonly client: Uint32Array<ArrayBuffer>;
      readonly referrer: Uint32Array<ArrayBuffer>;
    }
  | {
      readonly type: "deleted";
      readonly projectId: string;
      readonly month: number;
      readonly commit: number;
      readonly day: number;
    }
  /** Months, or the whole project, were deleted. */
  | { readonly type: "unlinked"; readonly projectId: string }
  /** The classification of clients, or the set of categories that count as AI, changed. */
  | { readonly type: "classification"; readonly projectId: string };

export function buffersOfNotice(notice: CommitNotice): ArrayBuffer[] {
  if (notice.type !== "events") return [];
  const { times, visitors, path, client, referrer } = notice;
  return [times, visitors, path, client, referrer].map(({ buffer }) => buffer);
}
