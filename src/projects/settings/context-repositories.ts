import { z } from "zod";
import { limits } from "../../limits.ts";
import { isBranchName } from "../branch-name.ts";

const { perProjectMax, nameCharsMax } = limits.contextRepositories;
const { urlCharsMax } = limits.projects;

const repository = z.strictObject({
  name: z
    .string("must be a name")
    .max(nameCharsMax, `must have at most ${nameCharsMax} characters`)
    .regex(/^[A-Za-z0-9][\w.-]*$/u, "must consist of letters, digits, dots, _ and -"),
  url: z
    .string("must be a URL")
    .max(urlCharsMax, `must have at most ${urlCharsMax} characters`)
    .refine(isRepositoryUrl, "must be an https URL without a user name, query or fragment, or file:///path"),
  ref: z
    .string("must be a branch")
    .refine(isBranchName, "must be a branch name that git accepts")
    .optional()
    .describe("The branch. Default: the repository's default branch."),
});

export const contextRepositories = z.strictObject({
  repositories: z
    .array(repository, "must be a list of repositories")
    .max(perProjectMax, `must have at most ${perProjectMax} repositories`)
    .refine(
      (list) => new Set(list.map(({ name }) => name.toLowerCase())).size === list.length,
      "must have unique names",
    )
    .readonly()
    .default([])
    .describe(
      "Repositories that the agent can search and read but not change, such as the product's code. Each has a name, a URL and, optionally, a branch. Private repositories need a project credential for their host. Repositories on this machine must be in a folder listed in DOCWRIGHT_LOCAL_REPOSITORIES.",
    ),
});

/** Checks only the form of the URL. The address guard checks each access. */
function isRepositoryUrl(text: string): boolean {
  if (/[\p{Cc}\s\\]/u.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || /[?#]/u.test(text)) return false;
  if (url.protocol === "file:") return url.host === "" && url.pathname.length > 1;
  return ["https:", "http:"].includes(url.protocol) && url.pathname.length > 1;
}
