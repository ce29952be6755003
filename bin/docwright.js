#!/usr/bin/env node
// The command `docwright`: hands over to the Node that came with the packages.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fail, findProjectNode, missingOnMachine, runUnder, unsupportedPlatform } from "./runtime.js";

const lacking = missingOnMachine() ?? unsupportedPlatform();
if (lacking !== null) fail(lacking);

// A clone has the sources, and they win over a dist/ that `npm pack` left behind; the package has dist/ only.
const source = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const inClone = existsSync(source);
const main = inClone ? source : fileURLToPath(new URL("../dist/main.js", import.meta.url));

const node = findProjectNode(import.meta.url);
if (node === null)
  fail(
    inClone
      ? "Docwright's packages are not installed yet. Run `npm ci` in the clone, or `npm run quickstart`, which installs what is missing."
      : "The Node that Docwright brings along is not installed. Install the package again without leaving out optional dependencies (no --omit=optional).",
  );
await runUnder(node, main, process.argv.slice(2));
