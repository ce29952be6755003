import type { SiteRule } from "./check.ts";

export const configValid: SiteRule = {
  kind: "site",
  name: "config-valid",
  title: "Site configuration is valid",
  check(site) {
    const findings = site.configProblems.map((problem) => ({ ...problem, detail: problem.message }));
    return { checked: site.configPath === null ? 0 : 1, findings };
  },
};
