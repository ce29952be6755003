import { AppError } from "../../errors.ts";
import { acceptsGzip, answerContent } from "../answer.ts";
import type { Exchange } from "../exchange.ts";
import type { HttpOptions } from "../http.ts";
import type { OpenRoute } from "../open-route.ts";
import { docsRoute } from "../pages/docs.ts";
import { createWebFiles } from "./web-files.ts";

/** The paths of all dashboard screens. All of these paths serve the same page, which selects the screen by the URL. */
const screens = [
  "/",
  "/sign-in",
  "/join",
  "/recover",
  "/account",
  "/shared",
  "/projects",
  // Also covers `/projects/new`, because the router can't mix a name and a parameter at the same position.
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

/** Allows scripts, styles and data from this service only, and nothing inline. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const notBuilt = "The dashboard has not been built yet. Run npm run build, then reload this page.";

export function screenRoutes({ links }: Pick<HttpOptions, "links">): readonly OpenRoute[] {
  const files = createWebFiles();

  async function page(exchange: Exchange): Promise<Response> {
    const index = await files.readPage();
    if (index === null) throw new AppError("not_found", notBuilt);
    // The service may be mounted below a path, and a screen's URL may have any depth.
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
    docsRoute(page),
    ...screens.map((path) => ({ method: "get" as const, path, route: null, answer: page })),
    {
      method: "get",
      path: "/web/{name}",
      route: null,
      async answer(exchange, param) {
        const file = await files.read(param("name"));
        if (file === null) throw new AppError("not_found", "File not found.");
        const takesGzip = acceptsGzip(exchange);
        return answerContent(exchange, 200, {
          type: file.type,
          body: takesGzip ? file.packed : file.plain,
          headers: {
            // The file name changes with the content.
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
