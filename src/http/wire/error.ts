import { z } from "zod";

/** R20. */
export const wireError = z
  .object({
    error: z.string().meta({ description: "A message for people that explains what to do." }),
    code: z.enum([
      "invalid_request",
      "unauthorized",
      "forbidden",
      "not_found",
      "method_not_allowed",
      "conflict",
      "payload_too_large",
      "unsupported_media_type",
      "rate_limited",
      "internal",
      "unavailable",
    ]),
    details: z
      .array(z.object({ path: z.string().optional(), message: z.string() }))
      .optional()
      .meta({ description: "The problems with the request, one per entry." }),
    requestId: z.string().meta({ description: "The request ID, as in the `X-Request-Id` header." }),
  })
  .meta({ id: "Error" });

export type WireError = z.output<typeof wireError>;
