import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { print, printJson, say, table } from "./output.ts";
import { withOperations } from "./service.ts";

interface ListOptions {
  readonly data?: string;
  readonly json?: boolean;
}

export function addAgentLists(program: Command): void {
  const lists = program
    .command("agent-lists")
    .description("the addresses and keys that operators of AI agents publish, by which agents are verified");
  withCommon(lists.command("show").description("show the lists, and of what day they are")).action(show);
  withCommon(
    lists.command("refresh").description("fetch each list from where its operator publishes it"),
  ).action(refresh);
  withCommon(lists.command("import").description("take a list from a file, as its operator publishes it"))
    .argument("<name>", "as agent-lists show names it")
    .argument("<file>", "JSON")
    .addHelpText("after", "\nExample:\n  docwright agent-lists import openai-gptbot gptbot.json")
    .action(importList);
}

function withCommon(command: Command): Command {
  return command.option("--data <folder>", "the data folder").option("--json", "print JSON");
}

async function show({ data, json }: ListOptions): Promise<void> {
  const lists = await withOperations(data === undefined ? {} : { data }, (operations) =>
    operations["agentLists.list"]({}),
  );
  if (json === true) return printJson(lists);
  const rows = lists.map(({ name, kind, date, entries, url }) => [
    name,
    kind,
    date ?? "none yet",
    String(entries),
    url,
  ]);
  print(table([["name", "kind", "true of", "entries", "published at"], ...rows]));
}

async function refresh({ data, json }: ListOptions): Promise<void> {
  say("Fetching …");
  const outcomes = await withOperations(
    { begins: true, ...(data === undefined ? {} : { data }) },
    (operations) => operations["agentLists.refresh"]({}),
  );
  if (json === true) printJson(outcomes);
  else print(table(outcomes.map(({ name, problem }) => [name, problem ?? "read"])));
  const failed = outcomes.filter(({ problem }) => problem !== null).length;
  if (failed === 0) return;
  say(`${failed} of ${outcomes.length} could not be read; they stay as they were.`);
  process.exitCode = 1;
}

async function importList(name: string, file: string, { data, json }: ListOptions): Promise<void> {
  const text = readFileSync(file, "utf8");
  const list = await withOperations({ begins: true, ...(data === undefined ? {} : { data }) }, (operations) =>
    operations["agentLists.take"]({ name, text }),
  );
  if (json === true) return printJson(list);
  say(`${list.name} is of ${list.date ?? "no day"} now and has ${list.entries} entries.`);
}
