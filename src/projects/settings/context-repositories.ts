import { z } from "zod";
import { limits } from "../../limits.ts";
import { isBranchName } from "../branch-name.ts";

const { perProjectMax, nameCharsMax } = limits.contextRepositories;
const { urlCharsMax } = limits.projects;

const repository = z.strictObject({
  name: z
    .string("must be a name")
    .max(nameCharsMax, `must have at most ${nameCharsMax} characters`)
    .regex(/^[A-Za-z0-9][\w.-]*$/u, "must be letters, digits, dots, _ and -"),
  url: z
    .string("must be an address")
    .max(urlCharsMax, `must have at most ${urlCharsMax} characters`)
    .refine(isRepositoryUrl, "must be an https address without a user, query or fragment (or file:///path)"),
  ref: z
    .string("must be a branch")
    .refine(isBranchName, "must be a branch name that git accepts")
    .optional()
    .describe("A branch; left out: the default one."),
});

export const contextRepositories = z.strictObject({
  repositories: z
    .array(repository, "must be a list of repositories")
    .max(perProjectMax, `must hold at most ${perProjectMax} repositories`)
    .refine(
      (list) => new Set(list.map(({ name }) => name.toLowerCase())).size === list.length,
      "must have different names",
    )
    .readonly()
    .default([])
    .describe(
      "Repositories that the agent may search and read and never writes, such as the product's code: a name, an address, and a branch where it is not the default one. A private one is reached with the project's credential for its host; one on this machine lies below DOCWRIGHT_LOCAL_REPOSITORIES.",
    ),
});

/** What may be reached is the address guard's to say, each time that it is. */
function isRepositoryUrl(text: string): boolean {
  if (/[\p{Cc}\s\\]/u.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || /[?#]/u.test(text)) return false;
  if (url.protocol === "file:") return url.host === "" && url.pathname.length > 1;
  return ["https:", "http:"].includes(url.protocol) && url.pathname.length > 1;
}
