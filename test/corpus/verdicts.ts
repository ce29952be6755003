import { readFileSync } from "node:fs";
import { z } from "zod";

const verdictsSchema = z.array(
  z.object({
    site: z.string(),
    prompt: z.string(),
    reader: z.string(),
    /** `refused` and `question` are for jobs that changed nothing and gave a true reason. */
    verdict: z.enum(["right", "wrong", "refused", "question"]),
    why: z.string().default(""),
  }),
);

/** One reader's verdict on one result. */
export type ReaderVerdict = z.infer<typeof verdictsSchema>[number];

/** Reads a JSON file of readers' verdicts. Throws if the file has a different shape. */
export function readVerdicts(file: string): ReaderVerdict[] {
  return verdictsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}
