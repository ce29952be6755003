import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const main = new URL("../../src/main.ts", import.meta.url).pathname;

test("a reader that has read enough, such as `head`, is no error", async () => {
  const command = spawn(process.execPath, [main, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  command.stdout.destroy();
  let errors = "";
  command.stderr.on("data", (chunk) => {
    errors += String(chunk);
  });
  expect(await once(command, "close")).toEqual([0, null]);
  expect(errors).toBe("");
});
