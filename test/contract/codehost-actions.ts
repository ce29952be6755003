import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CreatePullRequest, PullRequestActions } from "../../src/codehost/index.ts";
import type { OpenedHost } from "./codehost.ts";

const never = new AbortController().signal;

/** Tests a host whose pull requests are merged and closed by this service. */
export function describeActions(name: string, open: () => Promise<OpenedHost>): void {
  describe(name, () => {
    let opened: OpenedHost;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    const actions = (): PullRequestActions => {
      if (opened.host.actions === null) throw new Error("the host has no actions");
      return opened.host.actions;
    };
    const create = (branch: string, fields: Partial<CreatePullRequest> = {}) =>
      opened.host.createPullRequest({
        repositoryUrl: opened.repositoryUrl,
        projectId: opened.projectId,
        jobId: opened.jobIds[0],
        branch,
        base: "main",
        title: "Rename it",
        body: "What was asked",
        draft: false,
        headSha: opened.headOf(branch) ?? "",
        ...fields,
      });
    const find = (number: number) => opened.host.findPullRequest(opened.repositoryUrl, number);
    const merge = (number: number) => actions().merge(opened.repositoryUrl, number, never);
    const closePullRequest = (number: number) => actions().close(opened.repositoryUrl, number);

    test("rejects updating or closing a merged pull request", async () => {
      const headSha = opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one");
      await merge(number);
      const { repositoryUrl } = opened;
      const update = opened.host.updatePullRequest({ repositoryUrl, number, title: "x", body: "y", headSha });
      await expect(update).rejects.toMatchObject({ name: "HostError", kind: "conflict" });
      await expect(closePullRequest(number)).rejects.toMatchObject({ kind: "conflict" });
    });

    test("merges the branch into its base with one merge commit", async () => {
      const base = opened.headOf("main");
      const head = opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one");
      expect(await merge(number)).toMatchObject({ number, state: "merged" });
      const merged = opened.headOf("main") ?? "";
      expect(opened.parentsOf(merged)).toEqual([base, head]);
      expect(opened.read("main", "a.md")).toBe("changed\n");
      expect(await merge(number)).toMatchObject({ state: "merged" });
      expect(opened.headOf("main")).toBe(merged);
      expect(await find(number)).toMatchObject({ state: "merged" });
      expect(await opened.host.findByBranch(opened.repositoryUrl, "docwright/one")).toBeNull();
    });

    test("keeps changes that others pushed to the base in the meantime", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one");
      opened.push("main", { "b.md": "by a colleague\n" });
      await merge(number);
      expect([opened.read("main", "a.md"), opened.read("main", "b.md")]).toEqual([
        "changed\n",
        "by a colleague\n",
      ]);
    });

    test("rejects a conflicting merge with a message that lists the files, and changes nothing", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one");
      const base = opened.push("main", { "a.md": "otherwise\n" });
      await expect(merge(number)).rejects.toMatchObject({
        name: "HostError",
        kind: "conflict",
        message: expect.stringContaining("a.md"),
      });
      expect(opened.headOf("main")).toBe(base);
      expect(await find(number)).toMatchObject({ state: "open" });
    });

    test("closing keeps the branches, is final, and allows another pull request for the branch", async () => {
      const [base, head] = [opened.headOf("main"), opened.push("docwright/one", { "a.md": "changed\n" })];
      const { number } = await create("docwright/one");
      expect(await closePullRequest(number)).toMatchObject({ number, state: "closed" });
      expect(await closePullRequest(number)).toMatchObject({ state: "closed" });
      expect([opened.headOf("main"), opened.headOf("docwright/one")]).toEqual([base, head]);
      await expect(merge(number)).rejects.toMatchObject({ kind: "conflict" });
      expect((await create("docwright/one")).number).not.toBe(number);
    });

    test("throws a HostError of kind not_found for an unknown pull request number", async () => {
      expect(await find(7)).toBeNull();
      for (const act of [merge, closePullRequest])
        await expect(act(7)).rejects.toMatchObject({ name: "HostError", kind: "not_found" });
    });

    test("does not merge if its signal is already aborted", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one");
      const base = opened.headOf("main");
      const aborted = AbortSignal.abort(new Error("stopped"));
      await expect(actions().merge(opened.repositoryUrl, number, aborted)).rejects.toThrow();
      expect(opened.headOf("main")).toBe(base);
    });
  });
}
