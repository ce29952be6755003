import { z } from "zod";
import { AppError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import { answerJson } from "../answer.ts";
import { ClientGone } from "../body.ts";
import type { Call } from "../call.ts";
import { uploadEndpoint } from "../endpoint.ts";
import { contentOf } from "../openapi.ts";
import { queryText } from "../query.ts";
import { logReport } from "../wire/log-report.ts";
import { encodingOf } from "./compressed-body.ts";

const { lineBytesMax, expansionMax, patternCharsMax } = limits.collect;

/** R52. */
export const uploadLog = uploadEndpoint({
  method: "post",
  path: "/v1/analytics/{projectId}/logs",
  operationId: "uploadLog",
  tag: "Collecting",
  summary: "Import an access log",
  description: `Of any size, plain, gzip or zstd; a line has at most ${lineBytesMax} bytes, and a packed log unpacks to at most ${expansionMax} times its size. Sending a log again, or one that overlaps it, counts nothing twice. Log drains may post here too.`,
  rate: null,
  collects: true,
  query: {
    format: queryText(
      patternCharsMax,
      "A format by its name, or a pattern in the notation of nginx or Apache. Default: recognised from the first lines.",
    ),
  },
  content: {
    "application/octet-stream": { schema: z.string() },
    "text/plain": { schema: z.string() },
    "application/json": { schema: z.unknown() },
    "application/x-ndjson": { schema: z.string() },
  },
  responses: { 200: { description: "What became of the lines.", content: contentOf(logReport) } },
  async handle(call) {
    const { exchange, deps, project, query } = call;
    encodingOf(exchange);
    const leave = deps.uploadLimit.enter(project.id);
    try {
      const report = await deps.analytics.takeLog(project.id, bodyOf(call), query.format ?? null);
      const ignored = Object.fromEntries(report.ignored);
      return answerJson(exchange, 200, JSON.stringify({ ...report, ignored }));
    } finally {
      leave();
    }
  },
});

/**
 * The body as it arrives. Left unread where reading ends early, so that the answer still reaches who sends
 * it.
 */
async function* bodyOf({ exchange, deps }: Call): AsyncGenerator<Uint8Array> {
  const { incoming, outgoing } = exchange;
  if (exchange.expectsContinue) outgoing.writeContinue();
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      if (deps.stopping.aborted)
        throw new AppError("unavailable", "The service is stopping. Send the log again in a few seconds.");
      yield chunk as Uint8Array;
    }
  } catch (error) {
    throw incoming.destroyed && !incoming.complete
      ? new ClientGone("the client went away in the middle of a log")
      : error;
  }
}
