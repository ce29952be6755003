import project from "../../package.json" with { type: "json" };
import { type Planted, plantings } from "./plantings.ts";

/** Code rules that apply to packages as well as to the service: the same faults are planted in a package. */
const sameFaults: readonly Planted[] = plantings
  .filter(
    ({ files, at }) =>
      Object.keys(files).every((path) => path.startsWith("src/jobs/")) &&
      !/\[(?:area|front-door)\]$/u.test(at),
  )
  .map(({ what, files, at, says }) => ({
    what: `in a package, ${what}`,
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [inPackage(path), text])),
    at: inPackage(at),
    says: new RegExp(says.source.replaceAll("src\\/jobs", "packages\\/site"), says.flags),
  }));

function inPackage(path: string): string {
  return path.replace("src/jobs/", "packages/site/");
}

/** Rules that keep a package independent of the service. */
export const packagePlantings: readonly Planted[] = [
  ...sameFaults,
  ...[
    {
      what: "the service",
      code: 'import { one } from "../../src/jobs/index.ts";',
      says: /site must not import jobs/u,
    },
    {
      what: "the service's limits",
      code: 'import { limits } from "../../src/limits.ts";',
      says: /site must not import limits: it may import runtime\./u,
    },
    {
      what: "a type of the service",
      code: 'import type { Clock } from "../../src/std/clock.ts";',
      says: /site must not import std/u,
    },
    { what: "another package", code: 'import { one } from "#counts";', says: /site must not import counts/u },
  ].map(({ what, code, says }) => ({
    what: `a package that imports ${what}`,
    files: { "packages/site/x.ts": `${code}\nexport const x = 1;\n` },
    at: "packages/site/x.ts:1 [area]",
    says,
  })),
  {
    what: "the site in the package of repositories",
    files: {
      "packages/repositories/x.ts": 'import type { One } from "#site";\nexport type X = One;\n',
    },
    at: "packages/repositories/x.ts:1 [area]",
    says: /repositories must not import site/u,
  },
  {
    what: "an import that bypasses the entry point of a package",
    files: { "src/agent/x.ts": 'import { a } from "../../packages/site/a.ts";\nexport const x = a;\n' },
    at: "src/agent/x.ts:1 [front-door]",
    says: /Import from "#site"/u,
  },
  {
    what: "a package that an area may not import",
    files: { "src/http/x.ts": 'import { one } from "#site";\nexport const x = one;\n' },
    at: "src/http/x.ts:1 [area]",
    says: /http must not import site: HTTP reads data through jobs/u,
  },
  {
    what: "an undeclared dependency of a package",
    files: { "packages/site/x.ts": 'import { z } from "zod/v4";\nexport const x = z;\n' },
    at: "packages/site/x.ts:1 [package]",
    says: /Declare zod in the package\.json/u,
  },
  {
    what: "a dependency whose version differs from the service's",
    files: {
      "packages/logs/package.json": JSON.stringify({ version: "1.0.0", dependencies: { yaml: "1.0.0" } }),
    },
    at: "packages/logs/package.json:1 [package]",
    says: /yaml is 1\.0\.0 here and 2\.0\.0 in package\.json/u,
  },
  {
    what: "a package that imports another package by its name in the service",
    files: { "packages/policy/rules/x.ts": 'import { one } from "#site";\nexport const x = one;\n' },
    at: "packages/policy/rules/x.ts:1 [front-door]",
    says: /Import from "\.\.\/\.\.\/site\/index\.ts"/u,
  },
  {
    what: "a package that bypasses the entry point of another package",
    files: { "packages/policy/x.ts": 'import { a } from "../site/a.ts";\nexport const x = a;\n' },
    at: "packages/policy/x.ts:1 [front-door]",
    says: /Import from "\.\.\/site\/index\.ts"/u,
  },
  {
    what: "a package that does not declare another package that it imports",
    files: {
      "packages/policy/package.json": JSON.stringify({ dependencies: { "@docwright/site": "1.0.0" } }),
    },
    at: "packages/policy/package.json:1 [package]",
    says: /Add "@docwright\/repositories": "1\.0\.0" to its dependencies/u,
  },
  {
    what: "a package that declares another version of a package than the one in this repository",
    files: {
      "packages/site/package.json": JSON.stringify({
        version: "1.1.0",
        dependencies: { yaml: "2.0.0", "@docwright/runtime": "1.0.0" },
      }),
    },
    at: "packages/policy/package.json:1 [package]",
    says: /Add "@docwright\/site": "1\.1\.0" to its dependencies/u,
  },
  {
    what: "a package without an import name",
    files: {
      "package.json": JSON.stringify({
        dependencies: { yaml: "2.0.0" },
        imports: Object.fromEntries(Object.entries(project.imports).filter(([name]) => name !== "#site")),
      }),
    },
    at: "package.json:1 [package]",
    says: /Add "#site"/u,
  },
  {
    what: "a package without a README",
    files: { "packages/counts/README.md": null },
    at: "packages/counts/README.md:1 [package]",
    says: /add one/u,
  },
  {
    what: "a package without an entry point",
    files: { "packages/counts/index.ts": null },
    at: "packages/counts/index.ts:1 [front-door]",
    says: /no entry point/u,
  },
  {
    what: "a package's test that depends on the service",
    files: {
      "packages/site/test/x.test.ts":
        'import { one } from "../../../src/jobs/index.ts";\nexport const x = one;\n',
    },
    at: "packages/site/test/x.test.ts:1 [package]",
    says: /must not import src\/jobs\/index\.ts/u,
  },
  {
    what: "a package's test that imports a package that the package may not import",
    files: {
      "packages/site/x.test.ts": 'import { one } from "../policy/index.ts";\nexport const x = one;\n',
    },
    at: "packages/site/x.test.ts:1 [package]",
    says: /must not import packages\/policy\/index\.ts/u,
  },
  {
    what: "a process that a package starts",
    files: {
      "packages/counts/x.ts": 'import { spawn } from "node:child_process";\nexport const x = spawn;\n',
    },
    at: "packages/counts/x.ts:1 [process]",
    says: /may start processes/u,
  },
];
