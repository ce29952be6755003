/**
 * npm run agents [-- --all]: compares the table of AI agents with published lists. For both halves of each list, it
 * prints how many AI agents and people the classifier recognizes. Then it prints the open half's differences: the
 * agents that a list contains but the table doesn't, and the agents that a list describes differently. The names in
 * the other half are hidden, so that rules can be tested on agents that the authors of the rules haven't seen; `--all`
 * prints these names, too.
 */
import { createClassifier } from "#classifier";
import { isOpen, productNameOf } from "./agents/halves.ts";
import { listsFolder, type Published, readPublishedLists } from "./agents/published-lists.ts";
import { installMissing } from "./install.js";

await installMissing(listsFolder, { dev: false, what: "Installing the published lists" });

const classifier = createClassifier();
const judged = readPublishedLists().map((entry) => ({
  ...entry,
  product: (entry.product ?? productNameOf(entry.userAgent)).toLowerCase(),
  isOpen: isOpen(entry.product ?? productNameOf(entry.userAgent)),
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

const productsThat = (is: Published["is"]) =>
  new Set(judged.filter((entry) => entry.is === is).map(({ product }) => product));
const [aiProducts, botProducts] = [productsThat("ai"), productsThat("bot")];

const columns = ["list", "half", "AI", "recall", "category", "precision", "disputed", "guessed", "people"];
const lists = [...new Set(judged.map(({ list }) => list))];
print([
  [...columns, "called AI", "called bots"],
  ...[...lists, "all lists"].flatMap((list) =>
    [true, false].map((open) => [
      list,
      open ? "open" : "hidden",
      ...scoresOf(
        judged.filter((entry) => entry.isOpen === open && (list === "all lists" || entry.list === list)),
      ),
    ]),
  ),
]);

const shown = judged.filter((entry) => entry.isOpen || process.argv.includes("--all"));
report(
  "New AI agents",
  shown.filter((entry) => entry.is === "ai" && (!isAi(entry) || entry.found.category === "unknown_agent")),
);
report(
  "AI agents in another category",
  shown.filter((entry) => entry.is === "ai" && isAi(entry) && entry.categories !== null && !fits(entry)),
);
report(
  "AI agents that a list calls bots",
  shown.filter((entry) => entry.is === "bot" && isAi(entry) && !isDisputed(entry)),
);
report(
  "Browsers that aren't recognized as people",
  shown.filter((entry) => entry.is === "human" && entry.found.kind !== "human"),
);

/**
 * Returns the remaining columns. `precision` is the share of AI agents among the bots and people that the classifier
 * calls AI agents, without those that lists disagree about (`disputed`). `guessed` is the number of bots that the
 * classifier calls AI agents only because of their names.
 */
function scoresOf(entries: readonly Judged[]): readonly string[] {
  const ai = entries.filter((entry) => entry.is === "ai");
  const categorized = ai.filter((entry) => isAi(entry) && entry.categories !== null);
  const called = entries.filter((entry) => entry.is !== "unclear" && isAi(entry));
  const disputed = called.filter((entry) => entry.is === "bot" && isDisputed(entry));
  const guessed = called.filter(({ is, found }) => is === "bot" && found.rule === "agent:name");
  const people = entries.filter((entry) => entry.is === "human");
  return [
    ...[String(ai.length), share(ai.filter(isAi), ai), share(categorized.filter(fits), categorized)],
    ai.length === 0 ? "–" : share(ai.filter(isAi), called, disputed.length),
    ...[String(disputed.length), String(guessed.length)],
    ...[String(people.length), share(people.filter(isAi), people)],
    share(
      people.filter(({ found }) => found.kind === "bot"),
      people,
    ),
  ];
}

function isAi({ found }: Judged): boolean {
  return found.kind === "ai";
}

function fits({ categories, found }: Judged): boolean {
  return found.category !== null && categories?.includes(found.category) === true;
}

/** Whether one list calls a product an AI agent, and another list calls it a different kind of bot. */
function isDisputed({ product }: Judged): boolean {
  return aiProducts.has(product) && botProducts.has(product);
}

function share(some: readonly unknown[], all: readonly unknown[], leftOut = 0): string {
  const total = all.length - leftOut;
  return total === 0 ? "–" : `${((100 * some.length) / total).toFixed(2)}%`;
}

function report(title: string, entries: readonly Judged[]): void {
  const lines = entries.map(({ list, name, found, categories }) =>
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
