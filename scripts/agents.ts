/**
 * npm run agents [-- --hidden] [-- --all]: compares the table of AI agents with published lists. For one half of each
 * list, it prints how many AI agents and people the classifier recognizes, both with the table and only by name. Then
 * it prints the differences: the agents that a list contains but the table doesn't, and the agents that a list
 * describes differently. The other half is hidden, so that rules can be tested on agents that the authors of the rules
 * haven't seen: `--hidden` prints its totals, and `--all` also prints its names. Each use makes the totals a little
 * less independent, so use `--hidden` only to test finished rules.
 */
import { createClassifier } from "#classifier";
import { agents } from "../packages/classifier/agents/index.ts";
import { findUnknownAgent } from "../packages/classifier/agents/unknown-agent.ts";
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
const contradicted = findContradicted();

/** Sources of the table that describe other companies' agents. */
const listPages =
  /knownagents\.com|\/(?:ai\.robots\.txt|crawler-user-agents|(?:node-)?device-detector|agent-traffic-classifier|astrlink)$/u;

const lists = [...new Set(judged.map(({ list }) => list))];
const showsAll = process.argv.includes("--all");
const halves = showsAll || process.argv.includes("--hidden") ? [true, false] : [true];
const rowsOf = (scores: (entries: readonly Judged[]) => readonly string[], shown: readonly string[]) =>
  shown.flatMap((list) =>
    halves.map((open) => [
      list,
      open ? "open" : "hidden",
      ...scores(judged.filter((one) => one.isOpen === open && (list === "all lists" || one.list === list))),
    ]),
  );
print([
  [
    ...["list", "half", "AI", "recall", "category", "contradicted", "precision", "by operators", "disputed"],
    "guessed",
  ],
  ...rowsOf(agentScores, [...lists.filter(hasAgents), "all lists"]),
]);
process.stdout.write("\nBy name or address only, as if no list contained the agents\n");
print([
  ["list", "half", "AI", "recall", "category", "without a category"],
  ...rowsOf(guessScores, [...lists.filter(hasAgents), "all lists"]),
]);
process.stdout.write("\nPeople\n");
print([
  ["list", "half", "people", "called AI", "called bots"],
  ...rowsOf(peopleScores, [...lists.filter((list) => !hasAgents(list)), "all lists"]),
]);

const shown = judged.filter((entry) => entry.isOpen || showsAll);
report(
  "New AI agents",
  shown.filter((entry) => entry.is === "ai" && (!isAi(entry) || entry.found.category === "unknown_agent")),
);
report(
  "AI agents in another category",
  shown.filter((entry) => entry.is === "ai" && isAi(entry) && entry.categories !== null && !fits(entry)),
);
report(
  "AI agents to which a list assigns a different purpose",
  shown.filter((entry) => isCalledAi(entry) && entry.is !== "ai" && !isDisputed(entry)),
);
report(
  "Browsers that aren't recognized as people",
  shown.filter((entry) => entry.is === "human" && entry.found.kind !== "human"),
);

/**
 * Returns the columns about AI agents. `category` is the share of recognized agents whose category corresponds to the
 * list's, excluding agents for which two lists have no category in common (`contradicted`). `precision` is the share of
 * AI agents among the clients that the classifier calls AI agents, excluding clients that only some lists call AI
 * agents (`disputed`). `by operators` is the same share if an agent whose own operator documents that it reads for a
 * model counts as an AI agent, whatever a list calls it. `guessed` is the number of bots that the classifier calls AI agents only because of their names.
 */
function agentScores(entries: readonly Judged[]): readonly string[] {
  const ai = entries.filter((entry) => entry.is === "ai");
  const categorized = ai.filter((entry) => isAi(entry) && entry.categories !== null);
  const settled = categorized.filter(({ product }) => !contradicted.has(product));
  const called = entries.filter(isCalledAi);
  const disputed = called.filter((entry) => entry.is !== "ai" && isDisputed(entry));
  const guessed = called.filter(({ is, found }) => is !== "ai" && found.rule === "agent:name");
  const undisputed = called.filter((entry) => !disputed.includes(entry));
  const documented = undisputed.filter((entry) => entry.is === "ai" || isDocumented(entry));
  return [
    ...[String(ai.length), share(ai.filter(isAi), ai), share(settled.filter(fits), settled)],
    String(categorized.length - settled.length),
    ...[share(ai.filter(isAi), undisputed), share(documented, undisputed)],
    ...[String(disputed.length), String(guessed.length)],
  ];
}

/** Returns the columns about the rules that don't use the table or a list. `category` only includes stated purposes. */
function guessScores(entries: readonly Judged[]): readonly string[] {
  const ai = entries.filter((entry) => entry.is === "ai");
  const guessed = ai.flatMap((entry) => {
    const category = findUnknownAgent(entry.userAgent)?.category;
    return category === undefined ? [] : [{ ...entry, found: { ...entry.found, category } }];
  });
  const stated = guessed.filter(({ found }) => found.category !== "unknown_agent");
  const settled = stated.filter(
    ({ product, categories }) => categories !== null && !contradicted.has(product),
  );
  return [
    ...[String(ai.length), share(guessed, ai), share(settled.filter(fits), settled)],
    String(guessed.length - stated.length),
  ];
}

function peopleScores(entries: readonly Judged[]): readonly string[] {
  const people = entries.filter((entry) => entry.is === "human");
  const bots = people.filter(({ found }) => found.kind === "bot");
  return [String(people.length), share(people.filter(isAi), people), share(bots, people)];
}

function hasAgents(list: string): boolean {
  return judged.some((entry) => entry.list === list && entry.is === "ai");
}

function isAi({ found }: Judged): boolean {
  return found.kind === "ai";
}

/**
 * Whether precision takes this entry into account. A row of the table has a source for its agent's purpose, so a list
 * that states no purpose doesn't contradict it. A guess has no source.
 */
function isCalledAi(entry: Judged): boolean {
  return isAi(entry) && (entry.is !== "unclear" || entry.found.rule === "agent:name");
}

function fits({ categories, found }: Judged): boolean {
  return found.category !== null && categories?.includes(found.category) === true;
}

/** Whether one list calls a product an AI agent, and another list calls it a different kind of bot. */
function isDisputed({ product }: Judged): boolean {
  return aiProducts.has(product) && botProducts.has(product);
}

/** Returns the products for which two lists have no category in common, so that no category fits both. */
function findContradicted(): ReadonlySet<string> {
  const known = judged.flatMap(({ product, categories }) =>
    categories === null ? [] : [{ product, categories }],
  );
  const byProduct = Map.groupBy(known, ({ product }) => product);
  const differ = [...byProduct].filter(
    ([, entries]) =>
      !entries[0]?.categories.some((one) => entries.every(({ categories }) => categories.includes(one))),
  );
  return new Set(differ.map(([product]) => product));
}

/** Whether the operator's own page is the source of the agent's row. Elsewhere, a public list is the source. */
function isDocumented({ found }: Judged): boolean {
  if (!found.rule.startsWith("user-agent:")) return false;
  const about = agents.find(({ agent }) => agent === found.name)?.about;
  return about !== undefined && !listPages.test(about);
}

function share(some: readonly unknown[], all: readonly unknown[]): string {
  return all.length === 0 ? "–" : `${((100 * some.length) / all.length).toFixed(2)}%`;
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
