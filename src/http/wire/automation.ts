import { z } from "zod";
import type { Run } from "../../automations/index.ts";
import { isoTime, toIso, toIsoOrNull } from "./iso-time.ts";

export const wireRun = z
  .object({
    id: z.string(),
    automationId: z.string(),
    status: z.enum(["waiting", "running", "done"]),
    why: z.string().meta({ description: "A sentence about why the run was started." }),
    jobId: z.string().nullable().meta({ description: "Null until the run starts." }),
    outcome: z.enum(["pull_request", "nothing_to_do", "failed", "skipped"]).nullable(),
    createdAt: isoTime,
    finishedAt: isoTime.nullable(),
  })
  .meta({ id: "AutomationRun" });

export function toWireRun(run: Run): z.output<typeof wireRun> {
  const { createdAt, finishedAt, ...same } = run;
  return { ...same, createdAt: toIso(createdAt), finishedAt: toIsoOrNull(finishedAt) };
}
