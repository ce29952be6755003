import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { AppError } from "../../errors.ts";
import { answerContent } from "../answer.ts";
import type { OpenRoute } from "../open-route.ts";
import { icon } from "./icon.ts";
import { pageStyle } from "./page-style.ts";

interface Asset {
  readonly type: string;
  /** Changes with the content, so that browsers can cache the asset forever. */
  readonly version: string;
  readonly content: Buffer;
}

const assets = {
  "page.css": own("text/css; charset=utf-8", pageStyle),
  "icon.svg": own("image/svg+xml", icon),
} as const satisfies Readonly<Record<string, Asset>>;

function own(type: string, text: string): Asset {
  const version = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return { type, version, content: Buffer.from(text) };
}

/** Returns an asset's path relative to the service's root. */
export function assetPath(name: keyof typeof assets): string {
  return `assets/${name}?v=${assets[name].version}`;
}

const compress = promisify(gzip);

/** Serves the pages' assets. Each asset is compressed once, on the first request. */
export function assetRoutes(): readonly OpenRoute[] {
  const packed = new Map<string, Promise<Buffer>>();

  function pack(name: string, { content }: Asset): Promise<Buffer> {
    const packing = packed.get(name) ?? compress(content);
    packed.set(name, packing);
    return packing;
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
        const acceptsGzip = /\bgzip\b/u.test(String(exchange.incoming.headers["accept-encoding"] ?? ""));
        return answerContent(exchange, 200, {
          type: asset.type,
          body: new Uint8Array(acceptsGzip ? await pack(name, asset) : asset.content),
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
