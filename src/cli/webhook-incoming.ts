import { type Command, Option } from "commander";
import { type HostKind, hostKinds } from "./operations/index.ts";
import { print, printJson, say, table, UsageError } from "./output.ts";
import { withOperations } from "./service.ts";

interface IncomingOptions {
  readonly project: string;
  readonly host?: HostKind;
  readonly rotate?: boolean;
  readonly remove?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

/** What a code host tells of pull requests is another matter than what is told to others, and set up the other way round. */
export function addIncomingWebhook(webhook: Command): void {
  webhook
    .command("incoming")
    .description("let a code host tell of pull requests; the secret is shown once")
    .requiredOption("--project <projectId>", "the project")
    .addOption(
      new Option("--host <kind>", "what kind of host sends; without it, what there is").choices(hostKinds),
    )
    .option("--rotate", "another secret; the former one is taken as well for a day")
    .option("--remove", "take nothing from this kind of host any more")
    .option("--data <folder>", "the data folder")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  docwright webhook incoming --project prj_… --host github")
    .action(incoming);
}

async function incoming(options: IncomingOptions): Promise<void> {
  const { project: projectId, host, rotate, remove: removes, data, json } = options;
  if (rotate === true && removes === true) throw new UsageError("--rotate or --remove, not both.");
  const at = data === undefined ? {} : { data };
  if (host === undefined) {
    if (rotate === true || removes === true) throw new UsageError("Say which with --host.");
    return list(options);
  }
  if (removes === true) {
    const removed = await withOperations(at, (operations) =>
      operations["webhook.incoming.remove"]({ projectId, host }),
    );
    if (json === true) return printJson({ removed });
    return say(removed ? `Nothing is taken from ${host} any more.` : `Nothing was taken from ${host}.`);
  }
  const made = await withOperations(at, (operations) =>
    operations["webhook.incoming"]({ projectId, host, rotate: rotate === true }),
  );
  if (json === true) return printJson(made);
  print(`Address  ${made.url}`);
  print(`Secret   ${made.secret}   (shown once: give it to the webhook at the code host)`);
  if (/^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/u.test(made.url))
    say("A code host cannot reach that address. Set DOCWRIGHT_BASE_URL to the one that it can.");
}

async function list({ project: projectId, data, json }: IncomingOptions): Promise<void> {
  const kept = await withOperations(data === undefined ? {} : { data }, (operations) =>
    operations["webhook.incoming.list"]({ projectId }),
  );
  if (json === true) return printJson(kept);
  if (kept.length === 0) return say("No code host tells of pull requests: docwright webhook incoming --help");
  print(table([["host", "since"], ...kept.map((one) => [one.host, new Date(one.createdAt).toISOString()])]));
}
