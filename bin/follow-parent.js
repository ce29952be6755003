// Runs the module in the first argument, and stops when its parent process dies. An orphaned service would keep its
// port and its data folder.
import { pathToFileURL } from "node:url";

process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();

process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1] ?? "").href);
