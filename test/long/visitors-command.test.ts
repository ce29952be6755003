import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { event, client as sender, visitor } from "../../packages/counts/test/support/counts-world.ts";
import { holdDataFolder, socketPath } from "../../src/cli/data-folder.ts";
import { serveSocket } from "../../src/cli/local-socket.ts";
import { callOperations, createOperations } from "../../src/cli/operations/index.ts";
import { runCommand } from "../support/command.ts";
import { makeRepository, temporaryFolder } from "../support/repository.ts";
import { openApp } from "../support/service.ts";

const folder = temporaryFolder();
const data = join(folder.path, "data");
let projectId = "";

beforeAll(async () => {
  const repository = makeRepository(join(folder.path, "docs.git"), { "index.md": "# Docs\n" });
  const app = await openApp(folder.path);
  const project = await app.addProject({ name: "Docs", repository }, "cli");
  projectId = project.id;
  const human = sender("browser", "human");
  const reader = sender("server", "reader");
  const early = Date.parse("2026-01-01T12:00:00Z");
  await app.analytics.counts.append(project.id, [
    event({ path: "/guides/deploy", visitor: visitor(1), client: human }),
    event({ path: "/guides/deploy", visitor: visitor(1), client: reader, timestampMs: early + 86_400_000 }),
    event({ path: "/guides/deploy", visitor: visitor(2), client: reader }),
    event({ path: "/", visitor: visitor(3), client: human, timestampMs: early }),
  ]);
  await app.close();
});
afterAll(() => folder[Symbol.dispose]());

const run = (...args: string[]) => runCommand("visitors", "--project", projectId, "--data", data, ...args);

const printed = `Page            Human  AI  Total
/guides/deploy      1   2      2
/                   1   0      1
All pages           2   2      3
`;

describe("docwright visitors (R62)", () => {
  it("R62: prints the table, with or without a running service", async () => {
    expect(await run()).toEqual({ stdout: printed, stderr: "", code: 0 });
    const held = holdDataFolder(data);
    const app = await openApp(folder.path);
    const socket = await serveSocket(socketPath(data), callOperations(createOperations(app)));
    try {
      expect(await run()).toEqual({ stdout: printed, stderr: "", code: 0 });
      expect((await run("--limit", "0")).code).toBe(2);
    } finally {
      await socket.close();
      await app.close();
      held?.release();
    }
  });

  it("R62: --json prints the HTTP response and nothing else; --from, --to and --limit filter it", async () => {
    const { stdout, stderr, code } = await run("--json", "--from", "2026-01-01", "--to", "2026-01-02");
    expect([stderr, code]).toEqual(["", 0]);
    expect(JSON.parse(stdout)).toEqual({
      totals: { human: 1, ai: 0, total: 1 },
      visitors: [{ path: "/", human: 1, ai: 0, total: 1 }],
      hasMore: false,
    });
    expect(JSON.parse((await run("--json", "--limit", "1")).stdout)).toMatchObject({
      totals: { total: 3 },
      visitors: [{ path: "/guides/deploy" }],
      hasMore: true,
    });
    expect((await run("--limit", "1")).stdout).toContain("\n…\nAll pages");
    expect(JSON.parse((await run("--json", "--prefix", "/guides")).stdout).visitors).toEqual([
      { path: "/guides/deploy", human: 1, ai: 2, total: 2 },
    ]);
    // In that time zone, the 2nd starts at 10:00 UTC on the 1st.
    const day = ["--from", "2026-01-02", "--to", "2026-01-03", "--timezone", "Pacific/Kiritimati"];
    expect(JSON.parse((await run("--json", ...day)).stdout).visitors).toEqual([
      { path: "/", human: 1, ai: 0, total: 1 },
    ]);
  });

  it("R62: invalid arguments exit with 2, missing resources with 1", async () => {
    const wrong = await run("--from", "2026-02-30", "--limit", "251", "--timezone", "Mars", "--prefix", "a");
    expect([wrong.stdout, wrong.code]).toEqual(["", 2]);
    expect(wrong.stderr).toContain("--from must be a day such as");
    expect(wrong.stderr).toContain("--limit must be a whole number from 1 to 250");
    expect(wrong.stderr).toContain("--timezone must be an IANA time zone name");
    expect(wrong.stderr).toContain("--prefix must start with a slash");
    const none = await runCommand("visitors", "--project", "prj_none", "--data", data, "--json");
    expect([none.stdout, none.code]).toEqual(["", 1]);
    expect((await runCommand("visitors", "--data", data)).code).toBe(2);
  });
});
