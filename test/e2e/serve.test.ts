import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { temporaryFolder } from "../support/repository.ts";

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

test("the service goes on when nobody reads its standard error any more", async () => {
  using folder = temporaryFolder();
  const args = [main, "serve", "--port", "0", "--data", join(folder.path, "data")];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  let text = "";
  let url: string | undefined;
  while (url === undefined) {
    text += String((await once(child.stderr, "data"))[0]);
    url = /listens on (\S+)/u.exec(text)?.[1];
  }
  child.stderr.destroy();
  // Each is a line of the log, and what it says at its end is one too.
  for (let n = 0; n < 200; n++) expect((await fetch(`${url}/docs`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("where the port is taken, the service says so and ends", async () => {
  using folder = temporaryFolder();
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  try {
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runCommand(
      "serve",
      "--port",
      `${port}`,
      "--data",
      join(folder.path, "data"),
    );
    expect(stderr).toBe(
      `Cannot listen on 127.0.0.1 port ${port}. Stop the program that uses it, or choose another port with --port or DOCWRIGHT_PORT.\n`,
    );
    expect(code).toBe(1);
  } finally {
    other.close();
  }
});
