import { z } from "zod";
import { answerContent } from "../answer.ts";
import type { OpenRoute } from "../open-route.ts";
import { requestIdHeader } from "../openapi.ts";

const path = "/.well-known/fastly/logging/challenge";

/**
 * What Fastly asks before it sends logs to an address: whose services may send them there
 * (https://docs.fastly.com/en/guides/log-streaming-https). Anybody's: what they send needs a project's key.
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
    summary: "Let Fastly send its logs here",
    description: "Asked by Fastly's HTTPS log streaming. Its logs still need a key.",
    responses: {
      200: {
        description: "An asterisk: the logs of any service are taken.",
        headers: requestIdHeader,
        content: { "text/plain": { schema: z.string() } },
      },
    },
  },
  answer: (exchange) => answerContent(exchange, 200, { type: "text/plain; charset=utf-8", body: "*\n" }),
};
