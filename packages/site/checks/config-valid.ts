import type { SiteRule } from "./check.ts";

export const configValid: SiteRule = {
  kind: "site",
  name: "config-valid",
  title: "The site's configuration can be read",
  check(site) {
    const findings = site.configProblems.map((problem) => ({ ...problem, detail: problem.message }));
    return { checked: site.configPath === null ? 0 : 1, findings };
  },
};
