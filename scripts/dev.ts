/**
 * npm run dev [-- options of serve]: runs a seeded service that restarts when a source file changes. The quickstart
 * fills .docwright-dev/ with a project, a job and its pull request, and prints a key.
 */
import { spawn, spawnSync } from "node:child_process";
import { root } from "./root.ts";

const data = ".docwright-dev";
const options = process.argv.slice(2);

const seeded = spawnSync(
  process.execPath,
  ["src/main.ts", "quickstart", "--exit", "--data", data, "--port", "0"],
  {
    cwd: root,
    stdio: "inherit",
  },
);
if (seeded.status !== 0) {
  process.stderr.write(
    `The quickstart failed, so there is no project to work with. Remove ${data}/ and try again.\n`,
  );
  process.exit(1);
}

const service = spawn(
  process.execPath,
  ["--watch", "--watch-preserve-output", "src/main.ts", "serve", "--data", data, ...options],
  { cwd: root, stdio: "inherit" },
);
// The terminal sends Ctrl+C to both processes, but SIGTERM reaches only this one.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => service.kill("SIGTERM"));
service.on("exit", (code) => {
  process.exitCode = code ?? 0;
});
