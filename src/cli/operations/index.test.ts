import { expect, test } from "vitest";
import type { Projects } from "../../projects/index.ts";
import { inProject } from "./in-project.ts";
import { callOperations, remoteOperations } from "./index.ts";

const areas = { webhooks: { list: async (...args: readonly unknown[]) => args } };

test("an operation gets its arguments by area and name", async () => {
  const operations = remoteOperations(callOperations(areas));
  expect(await operations.webhooks.list("prj_1")).toEqual(["prj_1"]);
});

test.each([
  "webhooks",
  "webhooks.",
  "webhooks.none",
  "webhooks.toString",
  "webhooks.constructor",
  "webhooks.__proto__",
  "constructor.assign",
  "__proto__.toString",
  ".list",
  "",
])("%j is not an operation", async (name) => {
  await expect(callOperations(areas)(name, [])).rejects.toMatchObject({
    code: "not_found",
    message: expect.stringContaining("Use the same version of docwright as the running service."),
  });
});

test("a function of an area is called only with a project that exists", async () => {
  const calls: unknown[] = [];
  const area = {
    list: async (...args: readonly unknown[]) => void calls.push(args),
    secret: async () => "not listed",
  };
  const find = async (id: string) => (id === "prj_1" ? { id } : null);
  const app = { config: { data: "/data" }, projects: { find } } as unknown as {
    readonly config: Parameters<typeof inProject>[0]["config"];
    readonly projects: Projects;
  };
  const { list, ...others } = inProject(app, area, "list");
  await list("prj_1", "more");
  expect(calls).toEqual([["prj_1", "more"]]);
  expect(others).toEqual({});
  await expect(list("prj_2")).rejects.toMatchObject({
    code: "not_found",
    message: expect.stringContaining("Project prj_2 not found in /data."),
  });
  expect(calls).toHaveLength(1);
});
