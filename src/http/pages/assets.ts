import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { AppError } from "../../errors.ts";
import { answerContent } from "../answer.ts";
import type { OpenRoute } from "../open-route.ts";
import { docsScript } from "./docs-script.ts";
import { icon } from "./icon.ts";
import { pageStyle } from "./page-style.ts";

interface Asset {
  readonly type: string;
  /** Changes with the content, so that browsers can cache the asset forever. */
  readonly version: string;
  read(): Promise<Buffer> | Buffer;
}

/** The version of swagger-ui-dist in package.json. */
const swaggerVersion = "5.35.0";
const css = "text/css; charset=utf-8";
const javascript = "text/javascript; charset=utf-8";

const assets = {
  "page.css": own(css, pageStyle),
  // The reference fills the page even before its own styles are loaded.
  "docs.css": own(css, "body { margin: 0 } .swagger-ui .info { margin: 32px 0 }\n"),
  "icon.svg": own("image/svg+xml", icon),
  "docs.js": own(javascript, docsScript),
  "swagger-ui.css": vendored(css, "swagger-ui.css"),
  "swagger-ui-bundle.js": vendored(javascript, "swagger-ui-bundle.js"),
} as const satisfies Readonly<Record<string, Asset>>;

function own(type: string, text: string): Asset {
  const version = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return { type, version, read: () => Buffer.from(text) };
}

function vendored(type: string, file: string): Asset {
  const path = () => fileURLToPath(import.meta.resolve(`swagger-ui-dist/${file}`));
  return { type, version: swaggerVersion, read: () => readFile(path()) };
}

/** Returns an asset's path relative to the service's root. */
export function assetPath(name: keyof typeof assets): string {
  return `assets/${name}?v=${assets[name].version}`;
}

const compress = promisify(gzip);

/** Serves the pages' assets. Each asset is read and compressed once, on the first request. */
export function assetRoutes(): readonly OpenRoute[] {
  const read = new Map<string, Promise<{ plain: Buffer; packed: Buffer }>>();

  function load(name: string, asset: Asset) {
    const cached = read.get(name);
    if (cached !== undefined) return cached;
    const loading = Promise.resolve(asset.read()).then(async (plain) => ({
      plain,
      packed: await compress(plain),
    }));
    read.set(name, loading);
    loading.catch(() => read.delete(name));
    return loading;
  }

  return [
    {
      method: "get",
      path: "/assets/{name}",
      route: null,
      async answer(exchange, param) {
        const name = param("name");
        if (!Object.hasOwn(assets, name)) throw new AppError("not_found", "File not found.");
        const asset: Asset = assets[name as keyof typeof assets];
        const { plain, packed } = await load(name, asset);
        const acceptsGzip = /\bgzip\b/u.test(String(exchange.incoming.headers["accept-encoding"] ?? ""));
        return answerContent(exchange, 200, {
          type: asset.type,
          body: new Uint8Array(acceptsGzip ? packed : plain),
          headers: {
            "cache-control": "public, max-age=31536000, immutable",
            vary: "accept-encoding",
            ...(acceptsGzip ? { "content-encoding": "gzip" } : {}),
          },
        });
      },
    },
  ];
}
