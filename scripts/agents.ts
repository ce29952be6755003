/**
 * npm run agents [-- --all]: compares the table of AI agents with published lists. For both halves of each list, it
 * prints how many AI agents and people the classifier recognizes. Then it prints the agents that a list contains but
 * the table doesn't. The names in one half are hidden, so that rules can be tested on agents that the authors of the
 * rules haven't seen; `--all` prints these names, too.
 */
import { createClassifier } from "#classifier";
import { isOpen, listsFolder, type Published, readPublishedLists } from "./agents/published-lists.ts";
import { installMissing } from "./install.js";

await installMissing(listsFolder, { dev: false, what: "Installing the published lists" });

const classifier = createClassifier();
const judged = readPublishedLists().map((entry) => ({
  ...entry,
  found: classifier.classify({
    source: "log",
    userAgent: entry.userAgent,
    headers: null,
    ip: null,
    method: "GET",
    path: "/",
    authority: null,
    timeMs: Date.now(),
  }).classification,
}));
type Judged = (typeof judged)[number];

const columns = ["list", "half", "AI", "recognized", "category", "people", "called AI", "called bots"];
const rows = [...new Set(judged.map(({ list }) => list))].flatMap((list) =>
  [true, false].map((open) => {
    const entries = judged.filter((entry) => entry.list === list && isOpen(entry.name) === open);
    const ai = entries.filter((entry) => entry.is === "ai");
    const recognized = ai.filter(isAi);
    const categorized = recognized.filter(({ categories }) => categories !== null);
    const people = entries.filter((entry) => entry.is === "human");
    return [
      ...[list, open ? "open" : "hidden", String(ai.length), share(recognized, ai)],
      share(categorized.filter(fits), categorized),
      ...[String(people.length), share(people.filter(isAi), people)],
      share(
        people.filter(({ found }) => found.kind === "bot"),
        people,
      ),
    ];
  }),
);
print([columns, ...rows]);

const shown = judged.filter(({ name }) => process.argv.includes("--all") || isOpen(name));
report(
  "New AI agents",
  shown.filter((entry) => entry.is === "ai" && (!isAi(entry) || entry.found.category === "unknown_agent")),
);
report(
  "AI agents in another category",
  shown.filter((entry) => entry.is === "ai" && isAi(entry) && entry.categories !== null && !fits(entry)),
);
report(
  "Unknown agents that a list calls bots",
  shown.filter((entry) => entry.is === "bot" && entry.found.category === "unknown_agent"),
);

function isAi({ found }: Judged): boolean {
  return found.kind === "ai";
}

function fits({ categories, found }: Judged): boolean {
  return found.category !== null && categories?.includes(found.category) === true;
}

function share(some: readonly unknown[], all: readonly unknown[]): string {
  return all.length === 0 ? "–" : `${((100 * some.length) / all.length).toFixed(1)}%`;
}

function report(title: string, entries: readonly Judged[]): void {
  const lines = entries.map(({ list, name, found, categories }: Judged & Published) =>
    [name, list, categories?.join(" or ") ?? "", found.category ?? found.bot ?? found.kind].join("\t"),
  );
  const names = [...new Set(lines)].map((line) => line.split("\t"));
  process.stdout.write(`\n${title}: ${names.length}\n`);
  print(names);
}

function print(table: readonly (readonly string[])[]): void {
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  for (const row of table)
    process.stdout.write(
      `${row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd()}\n`,
    );
}
