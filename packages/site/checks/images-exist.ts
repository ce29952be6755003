import type { LinkRule } from "./check.ts";
import { missingTarget } from "./links-resolve.ts";

export const imagesExist: LinkRule = {
  kind: "link",
  name: "images-exist",
  title: "Images and other embedded files exist",
  counts: (link) => link.embedded && link.kind !== "import",
  check(link, target, page) {
    if (!this.counts(link)) return null;
    const missing = missingTarget(target);
    if (missing === null) return null;
    const message = `The embedded file "${link.href}" is missing: ${missing} does not exist. Correct the path or add the file.`;
    return { path: page.path, line: link.line, message, detail: link.href };
  },
};
