/** Creates commits that the host signs, for branches that require them. Failures are `HostError`. */
export interface SignedCommits {
  /** Reports whether commits merged into the branch must be signed, if the host reveals this. */
  required(branch: string): Promise<boolean>;
  /** Reports whether a push was rejected because its commits are unsigned. */
  isAskedFor(refusal: string): boolean;
  /** Creates the commit without a branch and returns its ID. Throws if the tree differs or the commit is unsigned. */
  create(commit: HostCommit): Promise<string>;
  /**
   * Creates the branch, or moves it forward from `from`. Returns false if the branch already exists or has moved
   * elsewhere.
   */
  setBranch(branch: string, to: { readonly from: string | null; readonly sha: string }): Promise<boolean>;
}

export interface HostCommit {
  readonly message: string;
  /** The parent commits, which all exist on the host. */
  readonly parents: readonly string[];
  /** The tree to which `entries` are applied. */
  readonly baseTree: string;
  readonly entries: readonly HostCommitEntry[];
  /** The expected resulting tree. */
  readonly tree: string;
}

export interface HostCommitEntry {
  readonly path: string;
  readonly mode: "100644" | "100755" | "120000" | "160000";
  /** `blob` exists on the host. If it is null, the path is deleted. */
  readonly content: { readonly bytes: Uint8Array } | { readonly blob: string } | null;
}
