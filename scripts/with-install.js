// node scripts/with-install.js <prod|dev> [file.ts [arguments]]
//
// Runs a TypeScript file, if one is named, under the project's Node, after installing what is missing: this is how the
// npm scripts start on a fresh clone. Plain JavaScript, since the machine's own Node reads it. `prod` installs what the service needs,
// `dev` also what tests and checks need; neither takes away what the other installed. Both build the dashboard.
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fail, findProjectNode, missingOnMachine, runUnder, unsupportedPlatform } from "../bin/runtime.js";
import { installMissing } from "./install.js";
import { buildWeb } from "./web.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const [kind, file, ...args] = process.argv.slice(2);
if (kind !== "prod" && kind !== "dev")
  fail("Usage: node scripts/with-install.js <prod|dev> [file.ts [arguments]]");

const lacking = missingOnMachine() ?? unsupportedPlatform();
if (lacking !== null) fail(lacking);

try {
  await installMissing(root, { dev: kind === "dev" });
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
const node = findProjectNode(import.meta.url);
if (node === null)
  fail(
    "npm reported success but did not install the project's Node. Remove node_modules and run this again.",
  );
linkCommand();
try {
  await buildWeb(root, node);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
if (file !== undefined) await runUnder(node, join(root, file), args);
else process.stderr.write("Everything is built. Start the service with: npx docwright serve\n");

/** Makes `npx docwright` find the clone's own command: npm links the commands of dependencies only. */
function linkCommand() {
  const link = join(root, "node_modules", ".bin", "docwright");
  if (existsSync(link)) return;
  try {
    symlinkSync(join("..", "..", "bin", "docwright.js"), link);
  } catch {
    // Another run made it first, or the folder is read-only: without the link, npx takes the longer way.
  }
}
