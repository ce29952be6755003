import { CommanderError } from "commander";
import { exitCodeOf, messageOf, say } from "./cli/output.ts";
import { createProgram } from "./cli/program.ts";

// The reader of our output may stop early (`docwright visitors | head`), which isn't an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  // Commander has already printed its help or error. Its exit code is 0 for help and version.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    say(messageOf(error));
    process.exitCode = exitCodeOf(error);
  }
}
