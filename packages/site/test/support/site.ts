import { createHash } from "node:crypto";
import { createPageCache, type OpenSite, openSite, type Site, type SiteSource } from "../../index.ts";

/** Files by path: text, or bytes where those matter. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A source of these files, which counts what was read. */
export function sourceFrom(files: Files): SiteSource & { readonly readPaths: readonly string[] } {
  const bytes = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));
  const readPaths: string[] = [];
  return {
    files: [...bytes]
      .map(([path, content]) => ({
        path,
        id: createHash("sha1").update(content).digest("hex"),
        size: content.length,
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    async read(paths) {
      readPaths.push(...paths);
      return new Map(paths.flatMap((path) => (bytes.has(path) ? [[path, bytes.get(path)!]] : [])));
    },
    readPaths,
  };
}

/** The site of these files. */
export function siteFrom(files: Files, o: Partial<OpenSite> = {}): Promise<Site> {
  return openSite(sourceFrom(files), { cache: createPageCache(), ...o });
}
