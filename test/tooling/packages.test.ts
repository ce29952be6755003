import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packages } from "../../scripts/structure/architecture.ts";
import { machineEnvironment } from "../support/machine-node.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The code blocks of a Markdown text, by language. */
function blocks(markdown: string, language: string): readonly string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gmu"))].map(
    ([, text]) => text ?? "",
  );
}

describe.each([...packages])("the package %s, installed into an empty folder", (name) => {
  const folder = join(repository, "packages", name);
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  let root = "";
  let installed = "";

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), `package-${name}-`));
    const project = join(root, "project");
    mkdirSync(project);
    const env = machineEnvironment();
    execFileSync("npm", ["pack", "--pack-destination", root], { cwd: folder, env, stdio: "pipe" });
    const [tarball = ""] = readdirSync(root).filter((file) => file.endsWith(".tgz"));
    writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
    execFileSync(
      "npm",
      ["install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", join(root, tarball)],
      { cwd: project, env, stdio: "pipe" },
    );
    installed = project;
  });
  afterAll(() => {
    rmSync(root, { recursive: true });
    rmSync(join(folder, "dist"), { recursive: true, force: true });
  });

  test("runs the example of its README, which prints what the README says", () => {
    writeFileSync(join(installed, "example.js"), blocks(readme, "js").join("\n"));
    const printed = execFileSync(process.execPath, ["example.js"], {
      cwd: installed,
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(printed).toBe(blocks(readme, "text").join(""));
  });

  test("has types, and nothing that only its own tests need", () => {
    const [scope = "", own = ""] = `@docwright/${name}`.split("/");
    const files = readdirSync(join(installed, "node_modules", scope, own), {
      recursive: true,
      encoding: "utf8",
    });
    expect(files).toContain("dist/index.d.ts");
    expect(files.filter((file) => /\.test\.|^(?:test|bench)\/|(?<!\.d)\.ts$/u.test(file))).toEqual([]);
    writeFileSync(
      join(installed, "uses.ts"),
      `import * as all from "@docwright/${name}";\nexport const wrong: number = all;\n`,
    );
    const { stdout } = compile();
    // The only fault is the one in this file, so the declarations themselves hold together.
    expect(stdout.match(/error TS\d+/gu)).toEqual(["error TS2322"]);
  });

  function compile(): { stdout: string } {
    const tsc = join(repository, "node_modules/typescript/bin/tsc");
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "esnext", "--lib", "esnext"];
    const types = ["--typeRoots", join(repository, "node_modules/@types"), "--types", "node"];
    try {
      return {
        stdout: execFileSync(process.execPath, [tsc, ...options, ...types, "uses.ts"], {
          cwd: installed,
          encoding: "utf8",
        }),
      };
    } catch (error) {
      return error as { stdout: string };
    }
  }
});
