import { limits as repositoryLimits } from "#repositories";
import { invalidField } from "../errors.ts";
import { limits } from "../limits.ts";
import { isBranchName } from "./branch-name.ts";
import type { CreateProject } from "./projects.ts";

/** Trims a name. Throws `invalid_request` unless it is one line of visible text. */
export function checkName(name: string, options: { path: string; charsMax: number }): string {
  const trimmed = name.trim();
  const { path, charsMax } = options;
  if (trimmed === "") throw invalidField(path, "Enter a name.");
  if ([...trimmed].length > charsMax)
    throw invalidField(path, `The name is too long. The limit is ${charsMax} characters.`);
  // Line breaks and direction marks could disguise a name in a list.
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(trimmed) || !trimmed.isWellFormed())
    throw invalidField(path, "The name must not contain line breaks or control characters.");
  return trimmed;
}

/** Throws `invalid_request` if a field is invalid. The address guard checks whether the URL may be accessed. */
export function checkProject(input: CreateProject): CreateProject {
  const { repositoryUrl, ref, defaultRef, model, docsFolder } = input;
  const protocol = URL.canParse(repositoryUrl) ? new URL(repositoryUrl).protocol : "";
  if (!["https:", "http:", "file:"].includes(protocol) || new URL(repositoryUrl).username !== "")
    throw invalidField("repository", "Use the repository's https URL, without a user name or password.");
  for (const [path, branch] of Object.entries({ ref, defaultRef }))
    if (branch !== undefined && !isBranchName(branch))
      throw invalidField(path, "The branch name is invalid. Use a name that git accepts, e.g. main.");
  if (model !== undefined && !/^[a-z][a-z0-9-]*\/\S{1,200}$/u.test(model))
    throw invalidField("model", "The model must have the form provider/model, e.g. builtin/editor.");
  const folder = docsFolder === undefined ? undefined : checkFolder(docsFolder);
  const name = checkName(input.name, { path: "name", charsMax: limits.projects.nameCharsMax });
  return { ...input, name, ...(folder === undefined ? {} : { docsFolder: folder }) };
}

/** Normalizes the path of a folder in a repository, without leading or trailing slashes. */
function checkFolder(folder: string): string {
  const parts = folder.split("/").filter((part) => part !== "" && part !== ".");
  const bad = parts.some(
    (part) => part === ".." || part.toLowerCase() === ".git" || /[\p{Cc}\\]/u.test(part),
  );
  const path = parts.join("/");
  if (bad || Buffer.byteLength(path) > repositoryLimits.pathBytesMax || !path.isWellFormed())
    throw invalidField("docsFolder", "The docs folder must be a path in the repository, e.g. website/docs.");
  return path;
}
