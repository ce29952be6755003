import { z } from "zod";
import { AppError, type ErrorDetail } from "../../errors.ts";
import { limits } from "../../limits.ts";
import { isBranchName } from "../../projects/index.ts";
import { codePointsUpTo, isStorable } from "./text.ts";

const { promptCharsMax, titleCharsMax, refBytesMax } = limits.http;

/**
 * R4 and R27. Also rejects NUL, which PostgreSQL's text type can't store, and lone surrogates, which UTF-8 can't
 * encode: the stored text would differ from the text sent.
 */
export const promptField = z
  .string("must be a string")
  .refine((text) => codePointsUpTo(text, promptCharsMax), `must have at most ${promptCharsMax} characters`)
  .refine((text) => /\P{White_Space}/u.test(text), "must contain at least one non-blank character")
  .refine(isStorable, "must not contain NUL characters or lone surrogates")
  .meta({
    description: "The instruction for the agent. It must contain at least one non-blank character.",
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
        .meta({ description: "The base branch. Default: the base branch of the project.", example: "main" })
        .optional(),
      branch: branchField
        .meta({
          description: "The branch to push to. It must not exist yet. Default: a generated name.",
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
          description: "The title of the job and the pull request. Default: the first line of the prompt.",
          minLength: 1,
          maxLength: titleCharsMax,
        })
        .optional(),
      model: z
        .string("must be a string")
        .regex(/^[a-z][a-z0-9-]*\/\S{1,200}$/u, "must be provider/model, e.g. builtin/editor")
        .meta({
          description: "The model that carries out the job. Default: the model of the project.",
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

/** Parses the fields of a new job. Throws `invalid_request` with the invalid fields. */
export function parseCreateJob(input: unknown): z.output<typeof createJobBody> {
  return parse(createJobBody, input);
}

/** Throws `invalid_request` if the prompt is invalid. */
export function parsePrompt(input: unknown): string {
  return parse(messageBody, { prompt: input }).prompt;
}

function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidRequest(detailsOf(parsed.error));
}

/** Returns one detail per problem. A problem with the input as a whole has no path. */
export function detailsOf(error: z.ZodError): readonly ErrorDetail[] {
  return error.issues.map(({ path, message }) => {
    const name = path.map(String).join(".");
    return name === "" ? { message: `The body ${message}.` } : { path: name, message: `${name} ${message}.` };
  });
}

export function invalidRequest(details: readonly ErrorDetail[]): AppError {
  const problems = details.map(({ message }) => message).join(" ");
  const isAboutFields = details.some(({ path }) => path !== undefined);
  return new AppError("invalid_request", isAboutFields ? `The request is invalid: ${problems}` : problems, {
    fields: { details },
  });
}
