// Builds the dashboard, web/ to web/dist/, where its sources are newer than what was built. Plain JavaScript, since the
// machine's own Node reads it; the build itself runs under the project's Node.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installMissing } from "./install.js";

/**
 * Installs what the build needs, and builds. Some hundredths of a second where nothing changed. Throws an Error with
 * what the build said.
 * @param {string} root the project's folder
 * @param {string} node the project's Node
 */
export async function buildWeb(root, node) {
  const web = join(root, "web");
  const wanted = fingerprint(web);
  const stamp = join(web, "dist", "built-from");
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
  if (isBuilt()) return;
  await installMissing(web, { dev: true, what: "Installing what builds the dashboard" });
  // Beside what is served now, and put in its place when it is whole. The name is this process's own: two may build.
  const draft = join(web, `dist-${process.pid}`);
  try {
    await runVite(node, web, draft);
    writeFileSync(join(draft, "built-from"), wanted);
    replace(web, draft, isBuilt);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Puts what was built in its place. Where another process was quicker its build stays: it may be served already.
 * @param {string} web
 * @param {string} draft
 * @param {() => boolean} isBuilt
 */
function replace(web, draft, isBuilt) {
  const dist = join(web, "dist");
  const old = `${draft}-old`;
  try {
    for (let tries = 1; !isBuilt(); tries++) {
      try {
        if (existsSync(dist)) renameSync(dist, old);
        renameSync(draft, dist);
      } catch (error) {
        // Another process may have moved one of them in between: whether its build is the same is looked at again.
        if (tries === 5) throw error;
        rmSync(old, { recursive: true, force: true });
      }
    }
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

/**
 * Of everything that the build reads.
 * @param {string} web
 */
function fingerprint(web) {
  const hash = createHash("sha256");
  for (const name of [
    "package-lock.json",
    "../tsconfig.json",
    "index.html",
    "vite.config.ts",
    "tsconfig.json",
    ...list(web, "src"),
  ])
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(web, name)))
      .update("\0");
  return hash.digest("hex");
}

/**
 * @param {string} web
 * @param {string} folder
 * @returns {string[]}
 */
function list(web, folder) {
  return readdirSync(join(web, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? list(web, path) : [path];
    })
    .sort();
}

/**
 * @param {string} node
 * @param {string} web
 * @param {string} outDir
 * @returns {Promise<void>}
 */
function runVite(node, web, outDir) {
  return new Promise((resolve, reject) => {
    const vite = join(web, "node_modules", "vite", "bin", "vite.js");
    const args = [vite, "build", "--outDir", outDir, "--emptyOutDir", "--logLevel", "warn"];
    // Below a test run this would be the libraries' own development version, half as large again and slower.
    // Vite's cache of compiled code would stay behind in the folder for temporary files.
    const env = { ...process.env, NODE_ENV: "production", NODE_DISABLE_COMPILE_CACHE: "1" };
    const child = spawn(node, args, { cwd: web, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The dashboard could not be built:\n${output.trim()}`));
    });
  });
}
