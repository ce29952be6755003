import { z } from "zod";
import { logLimits } from "../../analytics/index.ts";

export const logReport = z
  .object({
    format: z.string().meta({ description: "The format of the log.", example: "combined" }),
    lines: z.int(),
    accepted: z.int().meta({ description: "Events that were stored durably." }),
    duplicates: z.int().meta({ description: "Events that were already received." }),
    ignored: z.record(z.string(), z.int()).meta({
      description: "Lines that are not content views or must not be counted, by reason.",
      example: { asset: 120_313 },
    }),
    rejected: z.int().meta({ description: "Lines that could not be parsed." }),
    rejectedLines: z
      .array(
        z.object({
          line: z.int().meta({ description: "The line number, from 1." }),
          error: z.string().meta({ example: "malformed_line" }),
        }),
      )
      .meta({ description: `The first ${logLimits.unreadLinesShownMax} rejected lines.` }),
    hosts: z
      .array(
        z.object({
          host: z.string().meta({ example: "docs.example.com" }),
          views: z.int().meta({ description: "Views of this host, including duplicates." }),
          counted: z.boolean().meta({ description: "False if the project does not count this host." }),
        }),
      )
      .meta({ description: "The hosts in the log, most views first. Empty if the log contains no hosts." }),
    notes: z
      .array(
        z.object({
          code: z.string().meta({ example: "other_hosts" }),
          message: z.string().meta({ description: "A sentence for people." }),
        }),
      )
      .meta({ description: "Remarks that may explain unexpected numbers." }),
  })
  .meta({ id: "LogReport" });
