import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { outputOf, outputOfSync } from "../support/child.ts";
import { judgeOrdinaryEdits } from "../support/edited-sites.ts";
import { temporaryFolder } from "../support/repository.ts";
import { generateSite } from "../support/site-generator.ts";
import { type BenchResult, type BenchRow, boundRow } from "./support/bench.ts";

const edits = 200;

/**
 * Counts the random ordinary edits that the policy refuses. `--bundles folder` names a folder with git bundles of
 * documentation sites; without it, a generated site is edited. `--seed number` selects different edits.
 */
export async function run(options: readonly string[]): Promise<BenchResult> {
  const folder = optionOf(options, "--bundles");
  const seed = Number(optionOf(options, "--seed") ?? 1);
  const rows: BenchRow[] = [];
  for (const { name, files } of folder === null
    ? [{ name: "generated", files: generateSite({ pages: 300 }).files }]
    : bundled(folder)) {
    const judged = await judgeOrdinaryEdits(await files, { count: edits, seed });
    for (const { edit, path, violations } of judged.refusals)
      process.stdout.write(`${name}: ${path}, ${edit}: ${violations.join(" ")}\n`);
    rows.push(
      boundRow({
        name: `${name}: refused, of ${judged.edits} edits`,
        ours: judged.refusals.length,
        unit: "",
        max: 0,
      }),
    );
  }
  const about = `Random ordinary edits of pages (paragraphs, words, links, lists, code, tables, headings), one per change. The policy must refuse none.`;
  return { title: "Ordinary edits", about, rows };
}

function optionOf(options: readonly string[], name: string): string | null {
  const at = options.indexOf(name);
  return at < 0 ? null : (options[at + 1] ?? null);
}

function* bundled(
  folder: string,
): Generator<{ name: string; files: Promise<ReadonlyMap<string, Uint8Array>> }> {
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".bundle"))
    .sort())
    yield { name: basename(file, ".bundle"), files: filesOf(join(folder, file)) };
}

const fileBytesMax = 1_000_000;

/** Reads the default branch of a bundle. Large files are read as empty, because no page is that large. */
async function filesOf(bundle: string): Promise<ReadonlyMap<string, Uint8Array>> {
  using folder = temporaryFolder();
  const repository = join(folder.path, "site.git");
  await outputOf("git", ["clone", "--quiet", "--bare", bundle, repository]);
  const tree = outputOfSync("git", ["ls-tree", "-r", "-l", "-z", "HEAD"], { cwd: repository }).toString();
  const entries = tree.split("\0").flatMap((line) => {
    const found = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.+)$/su.exec(line);
    return found === null ? [] : [{ id: found[1] ?? "", size: Number(found[2]), path: found[3] ?? "" }];
  });
  const read = entries.filter(({ size }) => size <= fileBytesMax);
  const input = read.map(({ id }) => `${id}\n`).join("");
  const output = outputOfSync("git", ["cat-file", "--batch"], { cwd: repository, input });
  const files = new Map<string, Uint8Array>(entries.map(({ path }) => [path, new Uint8Array()]));
  let at = 0;
  for (const { path, size } of read) {
    const start = output.indexOf(10, at) + 1;
    files.set(path, output.subarray(start, start + size));
    at = start + size + 1;
  }
  return files;
}
