/**
 * A worker that kills itself: `node dying-worker.ts <data folder> <before|after> <n>` works on what waits and sends
 * itself SIGKILL right before or right after its n-th write to the control store. With n = 0 it works until nothing
 * is active, prints how many writes that took, and exits.
 */
import { compose } from "../../src/compose.ts";
import { readConfig } from "../../src/config.ts";
import { openSqlite } from "../../src/db/index.ts";

const [folder = "", when = "", text = "0"] = process.argv.slice(2);
const fatal = Number(text);
let writes = 0;

const config = readConfig({ DOCWRIGHT_DATA: folder, DOCWRIGHT_PORT: "0", DOCWRIGHT_LOG_LEVEL: "error" });
const app = await compose(config, {
  async openDatabase(file) {
    const database = await openSqlite(file);
    return {
      ...database,
      async transaction(work) {
        writes++;
        if (when === "before" && writes === fatal) process.kill(process.pid, "SIGKILL");
        const result = await database.transaction(work);
        if (when === "after" && writes === fatal) process.kill(process.pid, "SIGKILL");
        return result;
      },
    };
  },
});
app.startWorker();
const active = () =>
  app.database.db.selectFrom("jobs").select("id").where("status", "=", "active").executeTakeFirst();
while ((await active()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 20));
await app.close();
process.stdout.write(`${writes}\n`);
