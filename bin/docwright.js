#!/usr/bin/env node
// The `docwright` command, which restarts itself with the Node binary from Docwright's packages.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fail, findProjectNode, missingOnMachine, runUnder, unsupportedPlatform } from "./runtime.js";

const problem = missingOnMachine() ?? unsupportedPlatform();
if (problem !== null) fail(problem);

// A clone has the sources, which take precedence over a dist/ left by `npm pack`. The package has only dist/.
const source = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const inClone = existsSync(source);
const main = inClone ? source : fileURLToPath(new URL("../dist/main.js", import.meta.url));

const node = findProjectNode(import.meta.url);
if (node === null)
  fail(
    inClone
      ? "Docwright's packages are not installed yet. Run `npm ci` or `npm run quickstart` in the clone."
      : "Docwright's own Node is not installed. Reinstall the package with its optional dependencies (without --omit=optional).",
  );
await runUnder(node, main, process.argv.slice(2));
