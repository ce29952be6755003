import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../support/child.ts";
import { machineEnvironment } from "../support/machine-node.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "run-tests-"));
});
afterAll(() => rmSync(root, { recursive: true }));

/** Runs these test files as `npm test` runs ours, and answers what the run came to. */
async function runTests(files: Record<string, string>) {
  const project = mkdtempSync(join(root, "project-"));
  symlinkSync(join(repository, "node_modules"), join(project, "node_modules"));
  mkdirSync(join(project, "support"));
  cpSync(join(repository, "test/support/handles.ts"), join(project, "support/handles.ts"));
  writeFileSync(
    join(project, "vitest.config.ts"),
    // What these files leave open they never close: there is nothing to wait long for.
    `export default { test: {
      setupFiles: ["support/handles.ts"], pool: "forks", env: { HANDLES_GRACE_MS: "1000" },
      testTimeout: 300_000, hookTimeout: 300_000 } };\n`,
  );
  for (const [name, text] of Object.entries(files))
    writeFileSync(
      join(project, name),
      `import { afterAll, beforeAll, expect, test } from "vitest";\n${text}`,
    );
  const script = `import { runTests } from ${JSON.stringify(join(repository, "scripts/checks/run-tests.ts"))};
    const run = await runTests(${JSON.stringify(project)}, []);
    process.stdout.write("\\nRESULT " + JSON.stringify(run) + "\\n");`;
  const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "-e", script], {
    doing: `a run of ${Object.keys(files).join(", ")}`,
    timeoutMs: 120_000,
  });
  const result = /^RESULT (.*)$/mu.exec(stdout)?.[1];
  if (result === undefined) throw new Error(`There was no result:\n${stdout}`);
  return {
    ...(JSON.parse(result) as { passed: number; failed: number; skipped: string[]; leaks: string[] }),
    output: stdout + stderr,
  };
}

describe("a run of tests", () => {
  test("R60: counts what passed, failed and was skipped", async () => {
    expect(
      await runTests({
        "a.test.ts":
          'test("one", () => {}); test("two", () => expect(1).toBe(2)); test.skip("three", () => {});',
        "b.test.ts": 'test.each([1, 2, 3])("n %i", () => {});',
      }),
    ).toMatchObject({ passed: 4, failed: 1, skipped: ["a.test.ts: three"], leaks: [] });
  });

  test("counts a file that cannot be loaded, a hook that throws and an error that nobody caught", async () => {
    expect(
      await runTests({
        "a.test.ts": 'throw new Error("no");',
        "b.test.ts": 'afterAll(() => { throw new Error("no"); }); test("one", () => {});',
        "c.test.ts":
          'test("one", async () => { void Promise.reject(new Error("no")); await new Promise((r) => setTimeout(r, 50)); });',
      }),
    ).toMatchObject({ passed: 2, failed: 3 });
  });

  test("counts a run that found nothing to run as failed", async () => {
    expect(await runTests({})).toMatchObject({ passed: 0, failed: 1 });
  });

  test("finds what the tests left behind, and removes it", async () => {
    const { passed, leaks } = await runTests({
      "a.test.ts": `
        import { spawn } from "node:child_process";
        import { mkdtempSync, writeFileSync } from "node:fs";
        import { tmpdir } from "node:os";
        import { join } from "node:path";
        test("a child without its environment", () => { spawn("sleep", ["611"], { stdio: "ignore", env: {} }).unref(); });
        test("a child in a session of its own", () => { spawn("sleep", ["612"], { stdio: "ignore", detached: true }).unref(); });
        test("a folder", () => { mkdtempSync(join(tmpdir(), "forgotten-")); });
        test("a file in the project", () => { writeFileSync("stray.txt", ""); });
      `,
    });
    expect(passed).toBe(4);
    expect(
      leaks
        .map((leak) => leak.replace(/\d+ was still/u, "N was still").replace(/(forgotten-)\w+/u, "$1X"))
        .sort(),
    ).toEqual([
      "Process N was still running: sleep 611",
      "Process N was still running: sleep 612",
      "forgotten-X was left in the temporary folder.",
      "stray.txt was left in the project folder.",
    ]);
    for (const leak of leaks) {
      const pid = /^Process (\d+)/u.exec(leak)?.[1];
      if (pid !== undefined) expect(isRunning(Number(pid))).toBe(false);
    }
  });

  test("fails where a file leaves something open", async () => {
    const { failed, output } = await runTests({
      "server.test.ts":
        'import { createServer } from "node:http"; test("x", async () => { await new Promise<void>((r) => createServer().listen(0, () => r())); });',
      "watch.test.ts": 'import { watch } from "node:fs"; test("x", () => { watch("."); });',
      "worker.test.ts":
        'import { Worker } from "node:worker_threads"; test("x", () => { new Worker("setInterval(() => {}, 1000)", { eval: true }); });',
      "clean.test.ts":
        'import { createServer } from "node:http"; test("x", async () => { const server = createServer(); await new Promise<void>((r) => server.listen(0, () => r())); server.close(); });',
    });
    expect(failed).toBe(3);
    for (const what of ["1 TCPServerWrap", "1 FSEventWrap", "1 Worker"])
      expect(output).toContain(`This file left open: ${what}. Close what its tests open.`);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that was killed may still wait for someone to ask how it ended.
    return process.platform !== "linux" || !/\) Z /u.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

describe("the build machine's run", () => {
  const runBuild = async (script: string) => {
    const project = mkdtempSync(join(root, "ci-"));
    cpSync(join(repository, ".ci"), join(project, ".ci"), { recursive: true });
    writeFileSync(join(project, "script.cjs"), script);
    writeFileSync(join(project, "package.json"), '{ "scripts": { "test": "node script.cjs" } }');
    const { code, stdout } = await run(join(project, ".ci/run"), [], { env: machineEnvironment() });
    return { code, last: stdout.trimEnd().split("\n").at(-1) };
  };

  test.each([
    { script: 'console.log("x\\n12 passed, 0 failed");', status: 0, last: "12 passed, 0 failed" },
    {
      script: 'console.log("12 passed, 0 failed, 3 skipped"); console.error("bye");',
      status: 0,
      last: "12 passed, 0 failed, 3 skipped",
    },
    {
      script: 'console.log("11 passed, 1 failed"); process.exit(1);',
      status: 1,
      last: "11 passed, 1 failed",
    },
    {
      script: 'console.log("5 passed, 0 failed\\nand more: 6 passed, 0 failed"); process.exit(3);',
      status: 3,
      last: "5 passed, 0 failed",
    },
    { script: 'console.log("nothing");', status: 1, last: "0 passed, 1 failed" },
    { script: 'process.kill(process.pid, "SIGKILL");', status: 137, last: "0 passed, 1 failed" },
  ])("ends with $last and $status after $script", async ({ script, status, last }) => {
    const ended = await runBuild(script);
    expect(ended.last).toBe(last);
    expect(ended.code === 0).toBe(status === 0);
  });

  test("runs the command that the README names", () => {
    expect(readFileSync(join(repository, "README.md"), "utf8")).toMatch(/^npm test$/mu);
    expect(readFileSync(join(repository, ".ci/run"), "utf8")).toMatch(/^npm test 2>&1 \| tee/mu);
  });
});
