import type { PageRule } from "./check.ts";

/** MDX that does not parse is reported by `mdx-compiles`. */
export const pagesReadable: PageRule = {
  kind: "page",
  name: "pages-readable",
  title: "Pages can be read",
  check({ path, problem }) {
    if (problem === null || problem.kind === "syntax") return [];
    return [{ path, line: problem.line, message: problem.message, detail: problem.kind }];
  },
};
