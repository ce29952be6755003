import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { mayImport, packages, packageTestsMayImport } from "./architecture.ts";
import { isIn, isTest, type Problem, type Source } from "./source.ts";

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly imports?: Readonly<Record<string, string>>;
}

/**
 * Checks that packages/ contains libraries that don't depend on the service, each with a README and a manifest that
 * declares its imports.
 */
export function checkPackages(root: string, sources: readonly Source[]): Problem[] {
  const service = readManifest(root, "package.json");
  return [...packages].flatMap((name) => {
    const folder = `packages/${name}/`;
    const own = sources.filter(({ path }) => path.startsWith(folder));
    const manifest = readManifest(root, `${folder}package.json`);
    const others = mayImport[name] ?? [];
    return [
      ...checkParts(root, folder),
      ...checkManifest(folder, name, { manifest, service }),
      ...others.flatMap((other) => checkOther(folder, manifest, { root, other })),
      ...own.filter(({ path }) => !isTest(path)).flatMap((source) => checkDeclared(source, manifest)),
      ...own.filter(({ path }) => isTest(path)).flatMap((source) => checkTestImports(source, folder, others)),
    ];
  });
}

function checkParts(root: string, folder: string): Problem[] {
  return ["README.md", "package.json", "limits.ts"]
    .filter((name) => !existsSync(join(root, folder, name)))
    .map((name) => ({
      path: `${folder}${name}`,
      line: 1,
      rule: "package",
      message: `Every package needs a ${name}: add one.`,
    }));
}

/** The service installs the dependencies of its packages, so both must declare the same version. */
function checkManifest(
  folder: string,
  name: string,
  { manifest, service }: { manifest: Manifest; service: Manifest },
): Problem[] {
  const problems: Problem[] = [];
  if (service.imports?.[`#${name}`] !== `./${folder}index.ts`)
    problems.push({
      path: "package.json",
      line: 1,
      rule: "package",
      message: `Add "#${name}": "./${folder}index.ts" to its imports.`,
    });
  for (const [dependency, version] of Object.entries(manifest.dependencies ?? {})) {
    if (dependency.startsWith(scope)) continue;
    const expected = service.dependencies?.[dependency];
    if (expected !== version)
      problems.push({
        path: `${folder}package.json`,
        line: 1,
        rule: "package",
        message: `${dependency} is ${version} here and ${expected ?? "missing"} in package.json: use one exact version in both.`,
      });
  }
  return problems;
}

const scope = "@docwright/";

/** If a package imports another package of this repository, it must declare the other package's current version. */
function checkOther(
  folder: string,
  { dependencies = {} }: Manifest,
  { root, other }: { root: string; other: string },
): Problem[] {
  const { version = "missing" } = readManifest(root, `packages/${other}/package.json`);
  if (dependencies[`${scope}${other}`] === version) return [];
  const message = `Add "${scope}${other}": "${version}" to its dependencies.`;
  return [{ path: `${folder}package.json`, line: 1, rule: "package", message }];
}

function checkDeclared({ path, imports }: Source, { dependencies = {} }: Manifest): Problem[] {
  return imports.flatMap(({ specifier, line }) => {
    if (/^[.#]/u.test(specifier) || isBuiltin(specifier)) return [];
    const [first = "", second = ""] = specifier.split("/");
    const wanted = first.startsWith("@") ? `${first}/${second}` : first;
    if (dependencies[wanted] !== undefined) return [];
    return [
      { path, line, rule: "package", message: `Declare ${wanted} in the package.json of this package.` },
    ];
  });
}

function checkTestImports({ path, imports }: Source, folder: string, others: readonly string[]): Problem[] {
  const allowed = [
    ...others.flatMap((other) => [`packages/${other}/index.ts`, `packages/${other}/test/support/`]),
    ...packageTestsMayImport,
  ];
  return imports.flatMap(({ path: to, line }) => {
    if (to === null || to.startsWith(folder) || isIn(to, allowed)) return [];
    const message = `A package's tests must not import ${to}, only the package and ${allowed.join(", ")}.`;
    return [{ path, line, rule: "package", message }];
  });
}

function readManifest(root: string, path: string): Manifest {
  const file = join(root, path);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : {};
}
