import { z } from "zod";
import type { JobDiff } from "../../jobs/index.ts";

const count = z.int().min(0);

export const wireDiff = z
  .object({
    baseSha: z.string().nullable().meta({ description: "Null if nothing has been changed yet." }),
    headSha: z.string().nullable(),
    additions: count,
    deletions: count,
    files: z.array(
      z.object({
        path: z.string(),
        previousPath: z
          .string()
          .nullable()
          .meta({ description: "The path before a rename. Otherwise null." }),
        status: z.enum(["added", "modified", "deleted", "renamed"]),
        additions: count,
        deletions: count,
      }),
    ),
  })
  .meta({ id: "Diff", description: "The number of lines that the job changes against the base." });

export function toWireDiff(diff: JobDiff | null): z.output<typeof wireDiff> {
  const files = diff?.files ?? [];
  return {
    baseSha: diff?.baseSha ?? null,
    headSha: diff?.headSha ?? null,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    files: files.map(({ path, previousPath, status, additions, deletions }) => ({
      path,
      previousPath,
      status,
      additions,
      deletions,
    })),
  };
}
