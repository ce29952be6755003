import type { Kind } from "../reading/kind.ts";
import { addCallout } from "./add-callout.ts";
import { addPage } from "./add-page.ts";
import { addRedirect } from "./add-redirect.ts";
import { appendToPage } from "./append-to-page.ts";
import { bumpVersion } from "./bump-version.ts";
import { deletePage } from "./delete-page.ts";
import { deleteSection } from "./delete-section.ts";
import { editNavigation } from "./edit-navigation.ts";
import { editPart } from "./edit-part.ts";
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

/**
 * All kinds of instructions. Their order does not matter, because a clause that two kinds read differently is not
 * understood.
 */
export const kinds: readonly Kind[] = [
  replaceTerm,
  movePage,
  deletePage,
  deleteSection,
  fixLinks,
  addCallout,
  addPage,
  setFrontmatter,
  setSiteName,
  bumpVersion,
  insertUnderHeading,
  replaceLinkTarget,
  addRedirect,
  appendToPage,
  renameGroup,
  removeFrontmatter,
  editNavigation,
  editPart,
  renameHeading,
];
