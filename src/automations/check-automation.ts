import { z } from "zod";
import { proposalKinds } from "#reader-events";
import { limits as repositoryLimits } from "#repositories";
import { createGlob } from "#site/glob";
import { limits } from "../limits.ts";
import { isBranchName } from "../projects/index.ts";
import { invalidInput } from "../std/invalid-input.ts";
import { parseSchedule } from "./schedule.ts";

/**
 * Leaves room for the cause of the run, which is appended. The instruction and the cause must fit into a job's prompt
 * (R27).
 */
const promptCharsMax = limits.http.promptCharsMax - 12_000;

const glob = z
  .string("must be a path or a pattern")
  .min(1, "must not be empty")
  .max(repositoryLimits.globCharsMax, `must have at most ${repositoryLimits.globCharsMax} characters`)
  .refine((pattern) => {
    try {
      createGlob(pattern);
      return true;
    } catch {
      // An invalid pattern throws here, and `refine` reports it.
      return false;
    }
  }, "must be a valid pattern of a supported size");

const trigger = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("schedule"),
    cron: z.string("must be five fields, e.g. 0 9 * * 1").trim().max(100, "must have at most 100 characters"),
    timeZone: z.string("must be a time zone, e.g. Europe/Berlin").max(64, "is too long").default("UTC"),
  }),
  z.object({
    type: z.literal("push"),
    repository: z.string("must be a repository URL").max(limits.projects.urlCharsMax, "is too long"),
    ref: z
      .string("must be a branch")
      .refine(isBranchName, "must be a branch name that git accepts")
      .nullish(),
    paths: z
      .array(glob, "must be a list of paths")
      .max(limits.automations.pathsMax, `must have at most ${limits.automations.pathsMax} paths`)
      .default([]),
    mergedOnly: z.boolean("must be true or false").default(false),
  }),
  z.object({ type: z.literal("api") }),
]);

const { opportunitiesMax, openPullRequestsMax } = limits.automations;
const numberTo = (max: number) => {
  const rule = `must be a whole number from 1 to ${max}`;
  return z.int(rule).min(1, rule).max(max, rule);
};
const opportunities = z.object({
  limit: numberTo(opportunitiesMax).default(10),
  openPullRequestsMax: numberTo(openPullRequestsMax).default(2),
  kinds: z
    .array(z.enum(proposalKinds, `must be one of ${proposalKinds.join(", ")}`))
    .max(proposalKinds.length)
    .default([]),
});

const automation = z.object(
  {
    name: z
      .string("must be text")
      .trim()
      .min(1, "must not be empty")
      .max(limits.projects.nameCharsMax, `must have at most ${limits.projects.nameCharsMax} characters`)
      .refine((text) => text.isWellFormed() && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text), "must be one line"),
    prompt: z
      .string("must be text")
      .refine((text) => text.trim() !== "", "must not be empty")
      .refine(
        (text) => text.isWellFormed() && [...text].length <= promptCharsMax,
        `must have at most ${promptCharsMax} characters`,
      )
      .optional(),
    opportunities: opportunities.nullish(),
    model: z
      .string("must be provider/model")
      .regex(/^[a-z][a-z0-9-]*\/\S{1,200}$/u, "must be provider/model, e.g. builtin/editor")
      .nullish(),
    trigger,
  },
  "must be a JSON object",
);

export type CheckedAutomation = z.output<typeof automation> & { readonly prompt: string };

/** Throws `invalid_request` with the invalid fields. */
export function parseAutomation(input: unknown, nowMs: number): CheckedAutomation {
  const parsed = automation
    .superRefine(({ trigger: given, prompt, opportunities: wanted }, context) => {
      if (prompt === undefined && wanted == null)
        context.addIssue({ code: "custom", path: ["prompt"], message: "must be text" });
      if (given.type !== "schedule") return;
      try {
        parseSchedule(given.cron, given.timeZone, nowMs);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        context.addIssue({ code: "custom", path: ["trigger", "cron"], message: error.message });
      }
    })
    .safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  // A person sees the instruction in lists, even if runs don't use it.
  const { prompt = "Start the largest opportunities.", ...checked } = parsed.data;
  return { ...checked, prompt };
}
