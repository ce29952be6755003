import { anchorsResolve } from "./anchors-resolve.ts";
import type { Rule } from "./check.ts";
import { codeClosed } from "./code-closed.ts";
import { configValid } from "./config-valid.ts";
import { frontmatterValid } from "./frontmatter-valid.ts";
import { imagesExist } from "./images-exist.ts";
import { linksResolve } from "./links-resolve.ts";
import { navigationFiles } from "./navigation-files.ts";
import { pagesReadable } from "./pages-readable.ts";
import { redirects } from "./redirects.ts";
import { redirectsKept } from "./redirects-kept.ts";

/** The rules in the order of the pull request's list, without `mdx-compiles`, which uses another process. */
export const rules: readonly Rule[] = [
  configValid,
  navigationFiles,
  redirects,
  redirectsKept,
  pagesReadable,
  frontmatterValid,
  codeClosed,
  linksResolve,
  anchorsResolve,
  imagesExist,
];
