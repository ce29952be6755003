import { createHash } from "node:crypto";
import { fillTemplate } from "../std/template.ts";
import type { JobId } from "./job.ts";

const titleCharsMax = 80;
const slugCharsMax = 40;

/** Returns the prompt's first nonempty line, truncated at a word boundary. */
export function titleOf(prompt: string): string {
  const line = prompt.split(/\r\n|\r|\n/u).find((text) => text.trim() !== "") ?? prompt;
  // Control and direction characters could disguise a title in a list.
  const plain = line.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim() || "Untitled";
  const chars = [...plain];
  if (chars.length <= titleCharsMax) return plain;
  const cut = chars.slice(0, titleCharsMax - 1).join("");
  const space = cut.lastIndexOf(" ");
  return `${(space > titleCharsMax / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Generates the branch of a job that specifies none (R30), from the project's setting `pull-requests.branch`. */
export function branchOf(job: { readonly id: JobId; readonly title: string }, template: string): string {
  const slug = job.title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .slice(0, slugCharsMax)
    .replace(/^-+|-+$/gu, "");
  // The ID is hashed because IDs are case-sensitive and some file systems are not.
  const id = createHash("sha256").update(job.id).digest("hex").slice(0, 8);
  return fillTemplate(template, { slug: slug === "" ? "job" : slug, id });
}

/** Returns the job's next branch after its pull request was merged or closed: `<first>-2`, `-3` … (R32). */
export function nextBranch(earlier: readonly [string, ...string[]]): string {
  return `${earlier[0]}-${earlier.length + 1}`;
}
