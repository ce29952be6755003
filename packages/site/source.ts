/** What a site is read from: the files of one tree. The docs area knows no git and no disk. */
export interface SiteSource {
  /** Every regular file, sorted by path. Equal ids are equal bytes (a git blob id, or any hash of the content). */
  readonly files: readonly SourceFile[];
  /** The bytes of those of `paths` that exist. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

export interface SourceFile {
  readonly path: string;
  readonly id: string;
  /** In bytes, where the source knows it: a page over `limits.pageBytesMax` is then not even read. */
  readonly size?: number;
}
