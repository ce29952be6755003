import { z } from "zod";
import type { IngestResult } from "../../analytics/index.ts";
import { countsLimits } from "../../analytics/index.ts";
import { AppError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import { answerJson } from "../answer.ts";
import { uploadEndpoint } from "../endpoint.ts";
import type { Exchange } from "../exchange.ts";
import { contentOf } from "../openapi.ts";
import { eventBatch, ingestResult } from "../wire/event-batch.ts";
import { readBatchBody } from "./compressed-body.ts";

const { batchBytesMax, batchDecompressedBytesMax } = limits.collect;

/** R51. */
export const sendEvents = uploadEndpoint({
  method: "post",
  path: "/v1/analytics/{projectId}/events",
  operationId: "sendEvents",
  tag: "Collecting",
  summary: "Send events from a server or an edge",
  description: `A JSON array or NDJSON, plain, gzip or zstd: at most ${countsLimits.batchEventsMax} events, ${batchBytesMax} bytes on the wire and ${batchDecompressedBytesMax} decompressed. One bad event does not sink the rest. What is answered as accepted is durable; send an \`id\` with each event, and a batch may be sent again without being counted twice.`,
  rate: "eventBatches",
  collects: true,
  content: {
    "application/json": { schema: eventBatch },
    "application/x-ndjson": { schema: z.string() },
  },
  responses: { 200: { description: "What became of the events.", content: contentOf(ingestResult) } },
  async handle({ exchange, deps, project }) {
    requireEventType(exchange);
    const bytes = await readBatchBody(exchange, deps.clock);
    return answerJson(exchange, 200, toWireResult(await deps.analytics.takeBatch(project.id, bytes)));
  },
});

const types = new Set([
  "application/json",
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
]);

function requireEventType({ incoming }: Exchange): void {
  const [type = ""] = (incoming.headers["content-type"] ?? "").toLowerCase().split(";");
  if (!types.has(type.trim()))
    throw new AppError(
      "unsupported_media_type",
      "Send events as JSON or NDJSON in UTF-8, with the header Content-Type: application/json or application/x-ndjson.",
    );
}

export function toWireResult({ accepted, duplicates, ignored, rejected }: IngestResult): string {
  return JSON.stringify({ accepted, duplicates, ignored: Object.fromEntries(ignored), rejected });
}
