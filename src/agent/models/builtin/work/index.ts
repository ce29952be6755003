import type { Instruction } from "#instructions";
import { addCallout } from "./add-callout.ts";
import { addPage } from "./add-page.ts";
import { addRedirect } from "./add-redirect.ts";
import { appendToPage } from "./append-to-page.ts";
import { bumpVersion } from "./bump-version.ts";
import { deletePage } from "./delete-page.ts";
import { deleteSection } from "./delete-section.ts";
import { editNavigation } from "./edit-navigation.ts";
import { editPart } from "./edit-part.ts";
import { editParts } from "./edit-parts.ts";
import { fixLinks } from "./fix-links.ts";
import { insertUnderHeading } from "./insert-under-heading.ts";
import { movePage } from "./move-page.ts";
import { removeFrontmatter } from "./remove-frontmatter.ts";
import { renameGroup } from "./rename-group.ts";
import { renameHeading } from "./rename-heading.ts";
import { replaceLinkTarget } from "./replace-link-target.ts";
import { replaceTerm } from "./replace-term.ts";
import { setFrontmatter } from "./set-frontmatter.ts";
import { setSiteName } from "./set-site-name.ts";
import type { Outcome, Work } from "./work.ts";

/** Carries out one instruction with the tools. */
export function carryOut(instruction: Instruction): Work<Outcome> {
  switch (instruction.kind) {
    case "replaceTerm":
      return replaceTerm(instruction);
    case "movePage":
      return movePage(instruction);
    case "deletePage":
      return deletePage(instruction);
    case "fixLinks":
      return fixLinks(instruction);
    case "addCallout":
      return addCallout(instruction);
    case "addPage":
      return addPage(instruction);
    case "setFrontmatter":
      return setFrontmatter(instruction);
    case "bumpVersion":
      return bumpVersion(instruction);
    case "insertUnderHeading":
      return insertUnderHeading(instruction);
    case "replaceLinkTarget":
      return replaceLinkTarget(instruction);
    case "addRedirect":
      return addRedirect(instruction);
    case "appendToPage":
      return appendToPage(instruction);
    case "renameGroup":
      return renameGroup(instruction);
    case "removeFrontmatter":
      return removeFrontmatter(instruction);
    case "editNavigation":
      return editNavigation(instruction);
    case "editPart":
      return instruction.scope === undefined
        ? editPart(instruction)
        : editParts(instruction, instruction.scope);
    case "setSiteName":
      return setSiteName(instruction);
    case "deleteSection":
      return deleteSection(instruction);
    case "renameHeading":
      return renameHeading(instruction);
  }
}
