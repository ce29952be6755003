import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ImmutableFile } from "../answer.ts";

/**
 * The folder of the built dashboard, next to `src/` in a clone and next to `dist/` in the package. `npm run quickstart`
 * and `npm pack` build the dashboard there.
 */
const folder = new URL("../../../web/dist/", import.meta.url);

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

export interface WebFiles {
  /**
   * Reads the page that loads the dashboard, or returns null if it isn't built. The page isn't cached, because a build
   * may replace it.
   */
  readPage(): Promise<string | null>;
  /**
   * Reads a file of the dashboard, or returns null. Files are cached, because a file's name changes with its content.
   */
  read(name: string): Promise<ImmutableFile | null>;
}

const compress = promisify(gzip);

export function createWebFiles(): WebFiles {
  const read = new Map<string, ImmutableFile>();
  return {
    async readPage() {
      const bytes = await readIfThere("index.html");
      return bytes === null ? null : bytes.toString("utf8");
    },
    async read(name) {
      const known = read.get(name);
      if (known !== undefined) return known;
      // Matches the build's file names, which contain no path separators.
      const type = types[/^[A-Za-z0-9_-]+\.([a-z0-9]+)$/u.exec(name)?.[1] ?? ""];
      const plain = type === undefined ? null : await readIfThere(`web/${name}`);
      if (type === undefined || plain === null) return null;
      const file = { type, plain: new Uint8Array(plain), packed: new Uint8Array(await compress(plain)) };
      read.set(name, file);
      return file;
    },
  };
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(fileURLToPath(new URL(path, folder)));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
