import { AppError } from "../../errors.ts";
import { answerContent } from "../answer.ts";
import type { Exchange } from "../exchange.ts";
import type { HttpOptions } from "../http.ts";
import type { OpenRoute } from "../open-route.ts";
import { createWebFiles } from "./web-files.ts";

/** Every address that a screen of the dashboard has. The page is the same: what it shows is read from its address. */
const screens = [
  "/",
  "/sign-in",
  "/join",
  "/recover",
  "/account",
  "/shared",
  "/projects",
  // `/projects/new` too: a name and a parameter in one place would keep the router from its one expression.
  "/projects/{projectId}",
  "/projects/{projectId}/jobs",
  "/projects/{projectId}/jobs/{jobId}",
  "/projects/{projectId}/automations",
  "/projects/{projectId}/visitors",
  "/projects/{projectId}/keys",
  "/projects/{projectId}/webhooks",
  "/projects/{projectId}/people",
  "/projects/{projectId}/settings",
];

/** Scripts, styles and data come from here, and nothing runs or is styled that is written into the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const notBuilt =
  "The dashboard is not built in this folder yet. Run npm run build once, and load this page again.";

export function screenRoutes({ links }: Pick<HttpOptions, "links">): readonly OpenRoute[] {
  const files = createWebFiles();

  async function page(exchange: Exchange): Promise<Response> {
    const index = await files.readPage();
    if (index === null) throw new AppError("not_found", notBuilt);
    // The service may live below a path of its host, and an address may be any number of folders deep.
    const body = index.replace('<base href="/">', `<base href="${escapeAttribute(links.path("/"))}">`);
    return answerContent(exchange, 200, {
      type: "text/html; charset=utf-8",
      body,
      headers: {
        "content-security-policy": policy,
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
        "x-frame-options": "DENY",
        "x-robots-tag": "noindex",
      },
    });
  }

  return [
    ...screens.map((path) => ({ method: "get" as const, path, route: null, answer: page })),
    {
      method: "get",
      path: "/web/{name}",
      route: null,
      async answer(exchange, param) {
        const file = await files.read(param("name"));
        if (file === null) throw new AppError("not_found", "There is no such file.");
        const takesGzip = /\bgzip\b/u.test(String(exchange.incoming.headers["accept-encoding"] ?? ""));
        return answerContent(exchange, 200, {
          type: file.type,
          body: takesGzip ? file.packed : file.plain,
          headers: {
            // The name changes when the content does.
            "cache-control": "public, max-age=31536000, immutable",
            vary: "accept-encoding",
            ...(takesGzip ? { "content-encoding": "gzip" } : {}),
          },
        });
      },
    },
  ];
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
