/**
 * npm test: every check, and every test except the long ones. With arguments (`npm test -- test/e2e`), runs only the
 * tests that vitest finds for them, even long ones. The last line of the output is `N passed, N failed`; each check
 * counts as one.
 */
import { availableParallelism } from "node:os";
import { print, runParts, staticParts } from "./checks/parts.ts";
import { runTests } from "./checks/run-tests.ts";
import { root } from "./root.ts";

const args = process.argv.slice(2);
const parts =
  args.length > 0 ? [] : await runParts(staticParts({ fix: false }), Math.min(2, availableParallelism()));
const tests = await runTests(
  root,
  args.length > 0 ? args : ["--project", "unit", "--project", "integration"],
);
print(tests.leaks.length === 0 ? "ok" : "FAIL", "leaks", "processes and files that tests left behind");
for (const leak of tests.leaks) process.stdout.write(`      ${leak}\n`);

const skipped = [
  ...tests.skipped,
  ...parts.filter(({ outcome }) => outcome === "skipped").map(({ name }) => name),
];
// Every engine that the tests use has a build for Linux x64, so a skipped test there hides a failure.
const skippingFails = process.platform === "linux" && process.arch === "x64";
for (const name of skipped)
  process.stdout.write(
    `${skippingFails ? "FAIL  skipped, although Linux x64 supports it" : "skip"}: ${name}\n`,
  );

const passed = tests.passed + parts.filter(({ outcome }) => outcome === "passed").length;
const failed =
  tests.failed +
  parts.filter(({ outcome }) => outcome === "failed").length +
  (tests.leaks.length === 0 ? 0 : 1) +
  (skippingFails ? skipped.length : 0);
const note = skipped.length > 0 && !skippingFails ? `, ${skipped.length} skipped` : "";
process.stdout.write(`\n${passed} passed, ${failed} failed${note}\n`);
process.exitCode = failed === 0 ? 0 : 1;
