/**
 * npm run check: format, types, lint, structure and unit tests. `npm run check -- --fix` first fixes what it can:
 * formatting, simple lint findings and generated documentation.
 */
import { availableParallelism } from "node:os";
import { runParts, staticParts } from "./checks/parts.ts";

const fix = process.argv.includes("--fix");
const startMs = performance.now();
const unit = {
  name: "unit",
  command: ["scripts/test.ts", "--project", "unit", "--reporter=dot"],
  // In this command, property tests stop after this time. `npm test` runs them in full.
  env: { PROPERTY_MS: "200" },
};
const atOnce = Math.min(2, availableParallelism());
// Checks that fix findings write to the same files, so they run one after the other, before the tests read them.
const results = fix
  ? [...(await runParts(staticParts({ fix }), 1)), ...(await runParts([unit], 1))]
  : await runParts([unit, ...staticParts({ fix })], atOnce);

const failed = results.filter(({ outcome }) => outcome === "failed").map(({ name }) => name);
const took = `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
process.stdout.write(
  failed.length === 0
    ? `All ${results.length} checks passed in ${took}.\n`
    : `Failed: ${failed.sort().join(", ")} (${took}).\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
