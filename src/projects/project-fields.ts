import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import { isBranchName } from "./branch-name.ts";
import type { CreateProject } from "./projects.ts";

/** A name as it is kept: without blanks around it. Throws `invalid_request` for one that cannot be shown in a line. */
export function checkName(name: string, options: { path: string; charsMax: number }): string {
  const trimmed = name.trim();
  const { path, charsMax } = options;
  if (trimmed === "") throw invalid(path, "Give it a name.");
  if ([...trimmed].length > charsMax) throw invalid(path, `A name has at most ${charsMax} characters.`);
  // Line breaks and direction marks would let a name disguise itself in a list.
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(trimmed) || !trimmed.isWellFormed())
    throw invalid(path, "A name has no line breaks and no control characters.");
  return trimmed;
}

/** Throws `invalid_request` where a field is not what the domain takes. The address itself is the guard's to check. */
export function checkProject(input: CreateProject): CreateProject {
  const { repositoryUrl, ref, defaultRef, model, docsFolder } = input;
  const protocol = URL.canParse(repositoryUrl) ? new URL(repositoryUrl).protocol : "";
  if (!["https:", "http:", "file:"].includes(protocol) || new URL(repositoryUrl).username !== "")
    throw invalid("repository", "Give the repository's https address, without a user name or password.");
  for (const [path, branch] of Object.entries({ ref, defaultRef }))
    if (branch !== undefined && !isBranchName(branch))
      throw invalid(path, "That is no branch name that git accepts. Give one such as main.");
  if (model !== undefined && !/^[a-z][a-z0-9-]*\/\S{1,200}$/u.test(model))
    throw invalid("model", "A model is written provider/model, e.g. builtin/editor.");
  const folder = docsFolder === undefined ? undefined : checkFolder(docsFolder);
  const name = checkName(input.name, { path: "name", charsMax: limits.projects.nameCharsMax });
  return { ...input, name, ...(folder === undefined ? {} : { docsFolder: folder }) };
}

/** A folder in a repository, without slashes around it. */
function checkFolder(folder: string): string {
  const parts = folder.split("/").filter((part) => part !== "" && part !== ".");
  const bad = parts.some(
    (part) => part === ".." || part.toLowerCase() === ".git" || /[\p{Cc}\\]/u.test(part),
  );
  const path = parts.join("/");
  if (bad || Buffer.byteLength(path) > limits.workspace.pathBytesMax || !path.isWellFormed())
    throw invalid("docsFolder", "Give the docs folder as a path in the repository, e.g. website/docs.");
  return path;
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid_request", message, { fields: { details: [{ path, message }] } });
}
