import { z } from "zod";
import { answerContent } from "../answer.ts";
import type { OpenRoute } from "../open-route.ts";
import { requestIdHeader } from "../openapi.ts";
import { assetPath, assetRoutes } from "./assets.ts";
import { html } from "./html.ts";

/**
 * Allows only this host's scripts, styles and requests, and nothing inline. The reference draws its icons from data
 * URLs.
 */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** R64: the interactive API reference. */
export function docsRoutes(): readonly OpenRoute[] {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Docwright: API reference</title>
<link rel="icon" type="image/svg+xml" href="${assetPath("icon.svg")}">
<link rel="stylesheet" href="${assetPath("swagger-ui.css")}">
<link rel="stylesheet" href="${assetPath("docs.css")}">
</head>
<body>
<div id="reference"></div>
<noscript><p>This page requires JavaScript. Without it, see the <a href="openapi.json">OpenAPI document</a>.</p></noscript>
<script src="${assetPath("swagger-ui-bundle.js")}"></script>
<script type="module" src="${assetPath("docs.js")}"></script>
</body>
</html>
`;
  return [
    {
      method: "get",
      path: "/docs",
      route: {
        method: "get",
        path: "/docs",
        operationId: "getDocs",
        tags: ["Operation"],
        summary: "Open the interactive API reference",
        security: [],
        responses: {
          200: {
            description: "The API reference as an HTML page.",
            headers: requestIdHeader,
            content: { "text/html": { schema: z.string() } },
          },
        },
      },
      answer: (exchange) =>
        answerContent(exchange, 200, {
          type: "text/html; charset=utf-8",
          body: page.text,
          headers: {
            "content-security-policy": docsPolicy,
            "cross-origin-opener-policy": "same-origin",
            "x-frame-options": "DENY",
          },
        }),
    },
    ...assetRoutes(),
  ];
}
