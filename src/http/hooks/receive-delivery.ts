import { z } from "zod";
import { AppError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import { answerJson } from "../answer.ts";
import { readBody, requireSize } from "../body.ts";
import type { ClientAddress } from "../client-address.ts";
import type { HttpOptions } from "../http.ts";
import type { OpenRoute } from "../open-route.ts";
import { contentOf, problemRef, requestIdHeader } from "../openapi.ts";
import { createRateLimit } from "../rate-limit.ts";

const { bodyBytesMax, perMinute } = limits.hooks;

const path = "/v1/hooks/{host}/{projectId}";

const taken = z
  .object({ status: z.enum(["accepted", "duplicate", "ignored"]) })
  .meta({ id: "HookTaken", description: "What became of the delivery." });

/**
 * What code hosts tell of pull requests. Written down here; a worker looks at the pull request
 * (ARCHITECTURE.md).
 */
export function hookRoutes(
  deps: HttpOptions & { readonly clientAddress: ClientAddress },
): readonly OpenRoute[] {
  const { clock, clientAddress, hooks } = deps;
  const rate = createRateLimit({
    name: "hooks",
    quota: perMinute,
    windowMs: 60_000,
    burst: perMinute,
    clock,
  });
  return [
    {
      method: "post",
      path,
      route,
      async answer(exchange, param) {
        const limited = rate.take(clientAddress(exchange));
        if (limited !== null) exchange.rateHeaders = limited.headers;
        const retryAfterSeconds = limited?.retryAfterSeconds ?? null;
        if (retryAfterSeconds !== null)
          throw new AppError("rate_limited", `Too many deliveries. Try again in ${retryAfterSeconds} s.`, {
            fields: { retryAfterSeconds },
          });
        requireSize(exchange, bodyBytesMax);
        const body = await readBody(exchange, bodyBytesMax, clock);
        const { headers } = exchange.incoming;
        const status = await hooks.take({
          ...{ projectId: param("projectId"), host: param("host"), headers, body },
        });
        return answerJson(exchange, status === "accepted" ? 202 : 200, JSON.stringify({ status }));
      },
    },
  ];
}

const content = contentOf(taken);

const route: OpenRoute["route"] = {
  method: "post",
  path,
  operationId: "takeDelivery",
  tags: ["Hooks"],
  security: [],
  summary: "Tell of a pull request, as a code host does",
  description: `The address of a code host's webhook. It is signed with the project's secret, which \`docwright webhook incoming\` makes: \`X-Hub-Signature-256\` from GitHub, \`webhook-signature\` or \`X-Gitlab-Token\` from GitLab, \`X-Forgejo-Signature\` or \`X-Gitea-Signature\`, \`X-Hub-Signature\` from Bitbucket. Of a payload nothing is believed but which pull request to look at. At most ${bodyBytesMax} bytes.`,
  request: {
    params: z.object({
      host: z
        .enum(["github", "gitlab", "gitea", "bitbucket"])
        .meta({ description: "The kind of host; gitea is also Forgejo." }),
      projectId: z.string().meta({ description: "The project's id.", example: "prj_2kDm0vQe9XyTzB4nHsWa" }),
    }),
    body: {
      required: true,
      content: { "application/json": { schema: z.looseObject({}).meta({ description: "The host's own." }) } },
    },
  },
  responses: {
    200: {
      description: "Known already, or about nothing that is acted on.",
      content,
      headers: requestIdHeader,
    },
    202: { description: "Written down; a worker looks at it.", content, headers: requestIdHeader },
    400: problemRef("InvalidRequest"),
    401: problemRef("Unauthorized"),
    413: problemRef("PayloadTooLarge"),
    429: problemRef("RateLimited"),
    500: problemRef("Internal"),
    503: problemRef("Unavailable"),
  },
};
