import type { Tree } from "./frameworks/framework.ts";
import { findLayout } from "./frameworks/index.ts";
import type { KnownTree } from "./known-trees.ts";
import { limits } from "./limits.ts";
import type { SiteSource } from "./source.ts";

/** Reads what a tree's paths and configuration say about it, without reading any page. */
export async function readTree(source: SiteSource, docsFolder: string | null): Promise<KnownTree> {
  const paths = source.files.map((file) => file.path);
  const pathSet = new Set(paths);
  const read = new Map<number, string>();
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const tree: Tree = {
    paths,
    has: (path) => pathSet.has(path),
    async read(path) {
      if (!pathSet.has(path)) return null;
      const index = source.files.findIndex((file) => file.path === path);
      read.set(index, source.files[index]?.id ?? "");
      const bytes = (await source.read([path])).get(path);
      if (bytes === undefined || bytes.length > limits.configBytesMax) return null;
      try {
        return utf8.decode(bytes);
      } catch {
        return null;
      }
    },
  };
  const { framework, layout } = await findLayout(tree, docsFolder);
  const roles = paths.map((path) => layout.roleOf(path));
  return { framework, layout, paths, pathSet, roles, read, docsFolder, links: null };
}
