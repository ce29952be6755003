import { z } from "zod";
import { AppError, type ErrorDetail } from "../../errors.ts";
import { limits } from "../../limits.ts";
import { isBranchName } from "../../projects/index.ts";
import { codePointsUpTo, isStorable } from "./text.ts";

const { promptCharsMax, titleCharsMax, refBytesMax } = limits.http;

/**
 * R4 and R27. Refused beside what the rules name: NUL, which PostgreSQL's text cannot hold, and halves of surrogate
 * pairs, which UTF-8 cannot: storing either would change what was sent.
 */
export const promptField = z
  .string("must be a string")
  .refine((text) => codePointsUpTo(text, promptCharsMax), `must have at most ${promptCharsMax} characters`)
  .refine((text) => /\P{White_Space}/u.test(text), "must hold at least one character that is not blank")
  .refine(isStorable, "must not hold NUL characters or halves of surrogate pairs")
  .meta({
    description: "What the agent is asked to do. At least one character that is not blank.",
    example: 'Rename "workspace" to "project" everywhere.',
    minLength: 1,
    maxLength: promptCharsMax,
  });

const branchField = z
  .string("must be a string")
  .refine(isBranchName, `must be a branch name that git accepts, of at most ${refBytesMax} bytes`);

export const createJobBody = z
  .object(
    {
      prompt: promptField,
      ref: branchField
        .meta({ description: "The base branch. Default: the project's.", example: "main" })
        .optional(),
      branch: branchField
        .meta({
          description: "The branch to push to, which must not exist yet. Default: one is named.",
          example: "docs/rename-workspace",
        })
        .optional(),
      title: z
        .string("must be a string")
        .refine(
          (text) => codePointsUpTo(text, titleCharsMax),
          `must have at most ${titleCharsMax} characters`,
        )
        .refine((text) => /\P{White_Space}/u.test(text), "must not be blank")
        .refine(
          (text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && isStorable(text),
          "must be one line without control characters",
        )
        .meta({
          description: "The job's title, and the pull request's. Default: the prompt's first line.",
          minLength: 1,
          maxLength: titleCharsMax,
        })
        .optional(),
      model: z
        .string("must be a string")
        .regex(/^[a-z][a-z0-9-]*\/\S{1,200}$/u, "must be provider/model, e.g. builtin/editor")
        .meta({
          description: "What carries the job out. Default: the project's.",
          example: "builtin/editor",
          pattern: "^[a-z][a-z0-9-]*/\\S{1,200}$",
        })
        .optional(),
      draft: z
        .boolean("must be true or false")
        .meta({ description: "Open the pull request as a draft." })
        .optional(),
    },
    "must be a JSON object",
  )
  .meta({ id: "CreateJob" });

export const messageBody = z
  .object({ prompt: promptField }, "must be a JSON object")
  .meta({ id: "SendMessage" });

/** The fields of a new job as a person or program gave them. `invalid_request` names each one that is wrong. */
export function parseCreateJob(input: unknown): z.output<typeof createJobBody> {
  return parse(createJobBody, input);
}

/** `invalid_request` where it is none. */
export function parsePrompt(input: unknown): string {
  return parse(messageBody, { prompt: input }).prompt;
}

function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidRequest(detailsOf(parsed.error));
}

/** One detail a fault; a fault of the input as a whole has no path. */
export function detailsOf(error: z.ZodError): readonly ErrorDetail[] {
  return error.issues.map(({ path, message }) => {
    const name = path.map(String).join(".");
    return name === "" ? { message: `The body ${message}.` } : { path: name, message: `${name} ${message}.` };
  });
}

export function invalidRequest(details: readonly ErrorDetail[]): AppError {
  const faults = details.map(({ message }) => message).join(" ");
  const isAboutFields = details.some(({ path }) => path !== undefined);
  return new AppError("invalid_request", isAboutFields ? `The request is not valid: ${faults}` : faults, {
    fields: { details },
  });
}
