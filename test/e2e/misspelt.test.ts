import { join } from "node:path";
import { expect, test } from "vitest";
import { createOperations } from "../../src/cli/operations/index.ts";
import { runCommand } from "../support/command.ts";
import { makeRepository, temporaryFolder } from "../support/repository.ts";
import { openApp } from "../support/service.ts";

test("R62: a branch, a model and a project that there are not are refused at once, with what to name instead", async () => {
  using folder = temporaryFolder();
  const repository = makeRepository(join(folder.path, "docs"), { "index.md": "# Acme\n" });
  const app = await openApp(folder.path);
  try {
    const operations = createOperations(app);
    const create = (more: { ref?: string; model?: string }) =>
      operations["project.create"]({ name: "Docs", repository, ...more });
    await expect(create({ ref: "mian" })).rejects.toMatchObject({
      code: "invalid_request",
      message: "The repository has no branch mian. Name another, or push it first.",
    });
    await expect(create({ model: "gpt-5" })).rejects.toThrow("There is no model gpt-5 here. Name");
    expect(await operations["project.list"]({})).toEqual([]);

    const { project } = await create({ ref: "main", model: "openai/gpt-5" });
    const job = { projectId: project.id, prompt: "fix the broken links" };
    await expect(operations["job.create"]({ ...job, model: "opnai/gpt-5" })).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("There is no model opnai/gpt-5 here. Name"),
    });
    await expect(operations["job.create"]({ ...job, projectId: "prj_none" })).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining(`no project prj_none in ${app.config.data}.`),
    });
  } finally {
    await app.close();
  }
});

test("R62: from the wrong folder, the list of projects says where it looked", async () => {
  using folder = temporaryFolder();
  const { stderr } = await runCommand("project", "list", "--data", join(folder.path, "other"));
  expect(stderr).toBe(
    `There is no project yet in ${join(folder.path, "other")}. Make one with docwright project create, or name another folder with --data.\n`,
  );
});
