import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../support/child.ts";
import { temporaryFolder } from "../support/repository.ts";
import { generateSite } from "../support/site-generator.ts";

const cpuSecondsMax = 5;

test("R67: moving a page of a site with 5,000 pages takes at most 5 s of CPU, with all processes", async () => {
  using folder = temporaryFolder();
  const site = generateSite({ pages: 5000 });
  for (const [path, bytes] of site.files) {
    mkdirSync(join(folder.path, path, ".."), { recursive: true });
    writeFileSync(join(folder.path, path), bytes);
  }
  const page = site.pages.find(({ url }) => url.includes("/") && url !== "/index");
  const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  const command = [process.execPath, main, "site", "move", page?.path ?? "", "moved/page.mdx"];
  // The second line of `times` is the CPU time of all processes that the shell started.
  const { stdout } = await run("sh", ["-c", '"$@" && times', "sh", ...command], { cwd: folder.path });
  expect(stdout).toContain(`Moved ${page?.path} to moved/page.mdx.`);
  const [user = "", system = ""] = stdout.trim().split("\n").at(-1)?.split(" ") ?? [];
  expect(secondsOf(user) + secondsOf(system)).toBeLessThan(cpuSecondsMax);
  expect(readFileSync(join(folder.path, "docs.json"), "utf8")).toContain('"moved/page"');
}, 120_000);

/** Parses a time such as `0m3.52s`. */
function secondsOf(text: string): number {
  const [minutes, seconds] = /^(\d+)m([\d.]+)s$/u.exec(text)?.slice(1).map(Number) ?? [];
  return (minutes ?? Number.NaN) * 60 + (seconds ?? Number.NaN);
}
