import {
  createFilesSource,
  createPageCache,
  type OpenSite,
  openSite,
  type Site,
  type SiteSource,
} from "../../index.ts";

/** Files by path: as text, or as bytes if the exact bytes matter. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Creates a source from files and records which files were read. */
export function sourceFrom(files: Files): SiteSource & { readonly readPaths: readonly string[] } {
  const source = createFilesSource(files);
  const readPaths: string[] = [];
  return {
    files: source.files,
    read(paths) {
      readPaths.push(...paths);
      return source.read(paths);
    },
    readPaths,
  };
}

/** Opens the site of these files. */
export function siteFrom(files: Files, o: Partial<OpenSite> = {}): Promise<Site> {
  return openSite(sourceFrom(files), { cache: createPageCache(), ...o });
}
