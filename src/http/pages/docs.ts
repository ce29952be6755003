import { z } from "zod";
import type { OpenRoute } from "../open-route.ts";
import { requestIdHeader } from "../openapi.ts";

/** R64: the interactive API reference. It is a screen of the dashboard, but open to everyone. */
export const docsRoute = (answer: OpenRoute["answer"]): OpenRoute => ({
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
  answer,
});
