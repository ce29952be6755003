import { z } from "zod";
import { answerContent } from "../answer.ts";
import type { OpenRoute } from "../open-route.ts";
import { requestIdHeader } from "../openapi.ts";

const path = "/.well-known/fastly/logging/challenge";

/**
 * Before Fastly sends logs to a URL, it asks which services may send them there
 * (https://docs.fastly.com/en/guides/log-streaming-https). The response allows any service, because sending logs
 * requires a project's key.
 */
export const drainChallengeRoute: OpenRoute = {
  method: "get",
  path,
  route: {
    method: "get",
    path,
    operationId: "getFastlyChallenge",
    tags: ["Collecting"],
    security: [],
    summary: "Allow Fastly to send logs",
    description: "Requested by Fastly's HTTPS log streaming. Sending logs still requires an API key.",
    responses: {
      200: {
        description: "An asterisk, which allows all Fastly services to send logs.",
        headers: requestIdHeader,
        content: { "text/plain": { schema: z.string() } },
      },
    },
  },
  answer: (exchange) => answerContent(exchange, 200, { type: "text/plain; charset=utf-8", body: "*\n" }),
};
