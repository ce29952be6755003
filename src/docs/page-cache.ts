/** Parsed pages by content, shared by the sites of all jobs. Holds no paths: equal files are one entry. */
export interface PageCache {
  readonly entries: number;
  /** An estimate of what the entries take in memory, at most `limits.site.parsedCacheBytesMax`. */
  readonly bytes: number;
}
