import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { packages, packageTestsMayImport } from "./architecture.ts";
import { isIn, isTest, type Problem, type Source } from "./source.ts";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly imports?: Readonly<Record<string, string>>;
}

/**
 * Checks that packages/ contains independent libraries, each with a README and a manifest that declares its imports.
 */
export function checkPackages(root: string, sources: readonly Source[]): Problem[] {
  const service = readManifest(root, "package.json");
  return [...packages].flatMap((name) => {
    const folder = `packages/${name}/`;
    const own = sources.filter(({ path }) => path.startsWith(folder));
    const manifest = readManifest(root, `${folder}package.json`);
    return [
      ...checkParts(root, folder),
      ...checkManifest(folder, name, { manifest, service }),
      ...own.filter(({ path }) => !isTest(path)).flatMap((source) => checkDeclared(source, manifest)),
      ...own.filter(({ path }) => isTest(path)).flatMap((source) => checkTestImports(source, folder)),
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

function checkDeclared({ path, imports }: Source, { dependencies = {} }: Manifest): Problem[] {
  return imports.flatMap(({ specifier, line }) => {
    if (/^[.#]/u.test(specifier) || isBuiltin(specifier)) return [];
    const [scope = "", name = ""] = specifier.split("/");
    const wanted = scope.startsWith("@") ? `${scope}/${name}` : scope;
    if (dependencies[wanted] !== undefined) return [];
    return [
      { path, line, rule: "package", message: `Declare ${wanted} in the package.json of this package.` },
    ];
  });
}

function checkTestImports({ path, imports }: Source, folder: string): Problem[] {
  return imports.flatMap(({ path: to, line }) => {
    if (to === null || to.startsWith(folder) || isIn(to, packageTestsMayImport)) return [];
    const message = `A package's tests must not import ${to}, only the package and ${packageTestsMayImport.join(", ")}.`;
    return [{ path, line, rule: "package", message }];
  });
}

function readManifest(root: string, path: string): Manifest {
  const file = join(root, path);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : {};
}
