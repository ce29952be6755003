import type { Finding, PageRule } from "./check.ts";

export const frontmatterValid: PageRule = {
  kind: "page",
  name: "frontmatter-valid",
  title: "Frontmatter is valid",
  check(page) {
    const { path, frontmatter } = page;
    if (frontmatter === null) return [];
    const findings: Finding[] = frontmatter.problems.map(({ line, message }) => ({
      path,
      line,
      message,
      detail: message,
    }));
    for (const key of ["title", "description", "sidebarTitle", "sidebar_label"]) {
      const value = frontmatter.data.get(key);
      if (value === undefined || value === null || typeof value !== "object") continue;
      const message = `The frontmatter field "${key}" is not text. Write it on one line, in quotes if it contains a colon.`;
      findings.push({ path, line: page.lineAt(frontmatter.content.start), message, detail: key });
    }
    return findings;
  },
};
