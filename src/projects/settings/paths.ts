import { z } from "zod";
import { limits as repositoryLimits } from "#repositories";
import { limits } from "../../limits.ts";

const { allowedPathsMax } = limits.projects;

/** A file's path as git writes it: without a leading or trailing slash, without `..`, and outside `.git`. */
const filePath = z
  .string("must be a path")
  .min(1, "must not be empty")
  .refine(
    (path) => Buffer.byteLength(path) <= repositoryLimits.pathBytesMax,
    `must have at most ${repositoryLimits.pathBytesMax} bytes`,
  )
  .refine(isFilePath, "must be the path of a file in the repository, e.g. src/pages/index.tsx");

export const paths = z.strictObject({
  allowed: z
    .array(filePath, "must be a list of paths")
    .max(allowedPathsMax, `must have at most ${allowedPathsMax} paths`)
    .readonly()
    .default([])
    .describe("Full paths of files that jobs may change even though they are not documentation."),
});

function isFilePath(path: string): boolean {
  const bad = (part: string) => ["", ".", ".."].includes(part) || part.toLowerCase() === ".git";
  return path.isWellFormed() && !/[\p{Cc}\\]/u.test(path) && !path.split("/").some(bad);
}
