import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../support/child.ts";
import { temporaryFolder } from "../support/repository.ts";
import { generateSite } from "../support/site-generator.ts";

/** When this test was written, moving the page took five times as much CPU as starting the command. */
const startsMax = 10;

test("R67: moving a page of a site with 5,000 pages takes at most 10 times the CPU of starting the command", async () => {
  using folder = temporaryFolder();
  const site = generateSite({ pages: 5000 });
  for (const [path, bytes] of site.files) {
    mkdirSync(join(folder.path, path, ".."), { recursive: true });
    writeFileSync(join(folder.path, path), bytes);
  }
  const page = site.pages.find(({ url }) => url.includes("/") && url !== "/index");
  const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  const measure = async (...args: string[]) => {
    const command = [process.execPath, main, ...args];
    // The second line of `times` is the CPU time of all processes that the shell started.
    const { stdout } = await run("sh", ["-c", '"$@" && times', "sh", ...command], { cwd: folder.path });
    const [user = "", system = ""] = stdout.trim().split("\n").at(-1)?.split(" ") ?? [];
    return { stdout, cpuSeconds: secondsOf(user) + secondsOf(system) };
  };
  const start = await measure("--version");
  const move = await measure("site", "move", page?.path ?? "", "moved/page.mdx");
  expect(move.stdout).toContain(`Moved ${page?.path} to moved/page.mdx.`);
  expect(move.cpuSeconds).toBeLessThan(startsMax * start.cpuSeconds);
  expect(readFileSync(join(folder.path, "docs.json"), "utf8")).toContain('"moved/page"');
}, 120_000);

/** Parses a time such as `0m3.52s`. */
function secondsOf(text: string): number {
  const [minutes, seconds] = /^(\d+)m([\d.]+)s$/u.exec(text)?.slice(1).map(Number) ?? [];
  return (minutes ?? Number.NaN) * 60 + (seconds ?? Number.NaN);
}
