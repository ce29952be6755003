import { CommanderError } from "commander";
import { exitCodeOf, messageOf, say } from "./cli/output.ts";
import { createProgram } from "./cli/program.ts";

// Who reads what we print may have read enough (`docwright visitors | head`): that is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  // Commander has printed its help or its error already; its own code is 0 for help and version.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    say(messageOf(error));
    process.exitCode = exitCodeOf(error);
  }
}
