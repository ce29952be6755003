import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CodeHost, CreatePullRequest } from "../../src/codehost/index.ts";

/** A repository on a host, with a commit on `main`: `a.md` and `b.md`, of one line each. */
export interface OpenedHost {
  readonly host: CodeHost;
  readonly repositoryUrl: string;
  readonly defaultBranch: string;
  readonly projectId: string;
  /** Two jobs that pull requests may belong to. */
  readonly jobIds: readonly [string, string];
  /** Commits on a branch, made from `main` where it does not exist, and pushes; answers the commit. */
  push(branch: string, files: Readonly<Record<string, string>>): string;
  deleteBranch(branch: string): void;
  /** Merges a branch into `main` as a person would, without this service. */
  mergeByHand(branch: string): void;
  headOf(branch: string): string | null;
  parentsOf(sha: string): readonly string[];
  read(branch: string, path: string): string | null;
  close(): Promise<void>;
}

const never = new AbortController().signal;

/** What every code host does. A new one needs one line in `codehost.test.ts`. */
export function describeCodeHost(name: string, open: () => Promise<OpenedHost>): void {
  describe(name, () => {
    let opened: OpenedHost;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

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
    const merge = (number: number) => opened.host.merge(opened.repositoryUrl, number, never);
    const closePullRequest = (number: number) => opened.host.close(opened.repositoryUrl, number);

    test("a pull request that is opened is found by its number and by its branch", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const created = await create("docwright/one");
      expect(created).toMatchObject({
        number: expect.any(Number),
        state: "open",
        branch: "docwright/one",
        base: "main",
        title: "Rename it",
        body: "What was asked",
        draft: false,
      });
      expect(await find(created.number)).toEqual(created);
      expect(await opened.host.findByBranch(opened.repositoryUrl, "docwright/one")).toEqual(created);
      expect(await opened.host.findByBranch(opened.repositoryUrl, "docwright/two")).toBeNull();
      expect(await find(created.number + 1)).toBeNull();
    });

    test("opening it again, as after a crash, doubles nothing and brings it up to date", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const first = await create("docwright/one");
      const again = await create("docwright/one", { title: "Rename it well" });
      expect(again).toMatchObject({ number: first.number, title: "Rename it well" });
      const twins = await Promise.all([create("docwright/one"), create("docwright/one")]);
      expect(twins.map(({ number }) => number)).toEqual([first.number, first.number]);
    });

    test("each branch has a pull request of its own", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      opened.push("docwright/two", { "b.md": "changed\n" });
      const [one, two] = [await create("docwright/one"), await create("docwright/two", { draft: true })];
      expect(two.number).not.toBe(one.number);
      expect(two.draft).toBe(true);
      const found = await opened.host.findPullRequests(
        opened.repositoryUrl,
        [two.number, 999_999, one.number],
        never,
      );
      expect([...found.values()].sort((a, b) => a.number - b.number)).toEqual([one, two]);
    });

    test("a follow-up changes its title and body, whatever they hold", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one");
      const headSha = opened.push("docwright/one", { "a.md": "changed again\n" });
      const body = "'); drop table jobs; --\n<script>alert(1)</script> ☃ \u{1f600}\n\n```";
      const { repositoryUrl } = opened;
      const updated = await opened.host.updatePullRequest({
        repositoryUrl,
        number,
        title: "☃ \"'",
        body,
        headSha,
      });
      expect(updated).toMatchObject({ number, title: "☃ \"'", body, state: "open" });
      expect(await find(number)).toEqual(updated);
    });

    test("merging brings the branch into its base with a merge commit, once", async () => {
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

    test("what others pushed to the base meanwhile stays", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one");
      opened.push("main", { "b.md": "by a colleague\n" });
      await merge(number);
      expect([opened.read("main", "a.md"), opened.read("main", "b.md")]).toEqual([
        "changed\n",
        "by a colleague\n",
      ]);
    });

    test("a conflict is refused with the files in a sentence, and changes nothing", async () => {
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

    test("closing leaves the branches alone; a closed one is not merged, and the branch may have another", async () => {
      const [base, head] = [opened.headOf("main"), opened.push("docwright/one", { "a.md": "changed\n" })];
      const { number } = await create("docwright/one");
      expect(await closePullRequest(number)).toMatchObject({ number, state: "closed" });
      expect(await closePullRequest(number)).toMatchObject({ state: "closed" });
      expect([opened.headOf("main"), opened.headOf("docwright/one")]).toEqual([base, head]);
      await expect(merge(number)).rejects.toMatchObject({ kind: "conflict" });
      expect((await create("docwright/one")).number).not.toBe(number);
    });

    test("one that has ended is not updated, and a merged one not closed", async () => {
      const headSha = opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one");
      await merge(number);
      const { repositoryUrl } = opened;
      const update = opened.host.updatePullRequest({ repositoryUrl, number, title: "x", body: "y", headSha });
      await expect(update).rejects.toMatchObject({ name: "HostError", kind: "conflict" });
      await expect(closePullRequest(number)).rejects.toMatchObject({ kind: "conflict" });
    });

    test("what people did by hand is seen: merged, and closed where the branch was deleted", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      opened.push("docwright/two", { "b.md": "changed\n" });
      const [one, two] = [await create("docwright/one"), await create("docwright/two")];
      opened.mergeByHand("docwright/one");
      opened.deleteBranch("docwright/two");
      const found = await opened.host.findPullRequests(opened.repositoryUrl, [one.number, two.number], never);
      expect(found.get(one.number)?.state).toBe("merged");
      expect(found.get(two.number)?.state).toBe("closed");
      expect(await find(one.number)).toMatchObject({ state: "merged" });
    });

    test("the default branch is protected, a job's own is not", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const isProtected = (branch: string) => opened.host.isProtected(opened.repositoryUrl, branch);
      expect(await isProtected(opened.defaultBranch)).toBe(true);
      expect(await isProtected("HEAD")).toBe(true);
      expect(await isProtected("docwright/one")).toBe(false);
      expect(await isProtected("docwright/not-there")).toBe(false);
    });

    test("a number that is none is a host's not_found", async () => {
      expect(await find(7)).toBeNull();
      for (const ended of [merge(7), closePullRequest(7)])
        await expect(ended).rejects.toMatchObject({ name: "HostError", kind: "not_found" });
    });

    test("a merge whose signal was aborted is not carried out", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one");
      const base = opened.headOf("main");
      const aborted = AbortSignal.abort(new Error("stopped"));
      await expect(opened.host.merge(opened.repositoryUrl, number, aborted)).rejects.toThrow();
      expect(opened.headOf("main")).toBe(base);
    });
  });
}
