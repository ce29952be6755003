import type { Command } from "commander";
import { print, printJson, say } from "./output.ts";
import { withOperations } from "./service.ts";

interface LinkOptions {
  readonly email?: string;
  readonly data?: string;
  readonly json?: boolean;
}

export function addOwner(program: Command): void {
  program
    .command("owner")
    .description("let an owner in who cannot sign in any more")
    .command("link")
    .description("print a link that sets a new password, once, within an hour; it ends all their sessions")
    .option("--email <address>", "which owner, where there are several")
    .option("--data <folder>", "the data folder")
    .option("--json", "print { link, email } as JSON")
    .addHelpText("after", "\nExample:\n  docwright owner link --email you@example.com")
    .action(link);
}

async function link({ email, data, json }: LinkOptions): Promise<void> {
  const made = await withOperations({ begins: true, ...(data === undefined ? {} : { data }) }, (operations) =>
    operations["owner.link"]({ email: email ?? null }),
  );
  if (json === true) return printJson(made);
  say(
    made.email === null
      ? "There is no owner yet. This link, once, makes one:"
      : `With this link ${made.email} sets a new password, once, within an hour:`,
  );
  print(made.link);
}
