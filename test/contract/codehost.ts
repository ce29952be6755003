import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Mirrors } from "#repositories";
import type { CodeHost, CreatePullRequest } from "../../src/codehost/index.ts";

/** A repository on a host, with one commit on `main` that contains `a.md` and `b.md`, each one line long. */
export interface OpenedHost {
  readonly host: CodeHost;
  readonly mirrors: Mirrors;
  readonly repositoryUrl: string;
  readonly defaultBranch: string;
  readonly projectId: string;
  /** Two jobs that pull requests may belong to. */
  readonly jobIds: readonly [string, string];
  /**
   * Commits to a branch, which is created from `main` if it does not exist, and pushes the branch. Returns the commit's
   * ID.
   */
  push(branch: string, files: Readonly<Record<string, string>>): string;
  /** Resets the branch to one commit on top of `main`, discarding its content. */
  forcePush(branch: string, files: Readonly<Record<string, string>>): string;
  deleteBranch(branch: string): void;
  /** Merges a branch into `main` as a person would, without this service. */
  mergeByHand(branch: string): void;
  /** A person's action on a pull request: on the host, or in this service if it hosts the pull request. */
  mergeAsPerson(number: number): Promise<unknown>;
  closeAsPerson(number: number): Promise<unknown>;
  /** The state of an open pull request on this host after its branch is deleted. */
  readonly withoutBranch: "open" | "closed";
  headOf(branch: string): string | null;
  parentsOf(sha: string): readonly string[];
  read(branch: string, path: string): string | null;
  close(): Promise<void>;
}

const never = new AbortController().signal;

/** Tests the behavior that all code hosts share. A new host needs one line in `test/support/forge/apis.ts`. */
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
    test("finds an opened pull request by its number and by its branch", async () => {
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

    test("opening a pull request again, as after a crash, updates it without creating a duplicate", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const first = await create("docwright/one");
      const again = await create("docwright/one", { title: "Rename it well" });
      expect(again).toMatchObject({ number: first.number, title: "Rename it well" });
      const twins = await Promise.all([create("docwright/one"), create("docwright/one")]);
      expect(twins.map(({ number }) => number)).toEqual([first.number, first.number]);
    });

    test("gives each branch its own pull request", async () => {
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

    test("changes the title and body to any text in a follow-up", async () => {
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

    test("protects the default branch, but not a job's own branch", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const isProtected = (branch: string) => opened.host.isProtected(opened.repositoryUrl, branch);
      expect(await isProtected(opened.defaultBranch)).toBe(true);
      expect(await isProtected("HEAD")).toBe(true);
      expect(await isProtected("docwright/one")).toBe(false);
      expect(await isProtected("docwright/not-there")).toBe(false);
    });

    test("neither updates a closed or merged pull request nor finds it by its branch, which can have a new pull request", async () => {
      const headSha = opened.push("docwright/one", { "a.md": "changed\n" });
      opened.push("docwright/two", { "b.md": "changed\n" });
      const [one, two] = [await create("docwright/one"), await create("docwright/two")];
      await opened.mergeAsPerson(one.number);
      await opened.closeAsPerson(two.number);
      expect([await find(one.number), await find(two.number)]).toMatchObject([
        { state: "merged" },
        { state: "closed" },
      ]);
      const { host, repositoryUrl } = opened;
      for (const { number, branch } of [one, two]) {
        const update = host.updatePullRequest({ repositoryUrl, number, title: null, body: "y", headSha });
        await expect(update).rejects.toMatchObject({ name: "HostError", kind: "conflict" });
        expect(await host.findByBranch(repositoryUrl, branch)).toBeNull();
      }
      expect((await create("docwright/two")).number).not.toBe(two.number);
    });

    test("keeps the title if none is given", async () => {
      const headSha = opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one");
      const { repositoryUrl } = opened;
      await opened.host.updatePullRequest({ repositoryUrl, number, title: null, body: "New", headSha });
      expect(await find(number)).toMatchObject({ title: "Rename it", body: "New" });
    });

    test("detects that a pull request was merged manually, and returns its state if its branch was deleted", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      opened.push("docwright/two", { "b.md": "changed\n" });
      const [one, two] = [await create("docwright/one"), await create("docwright/two")];
      opened.mergeByHand("docwright/one");
      opened.deleteBranch("docwright/two");
      const found = await opened.host.findPullRequests(opened.repositoryUrl, [one.number, two.number], never);
      expect(found.get(one.number)?.state).toBe("merged");
      expect(found.get(two.number)?.state).toBe(opened.withoutBranch);
      expect(await find(one.number)).toMatchObject({ state: "merged" });
    });

    test("keeps the pull request of a branch after a force push", async () => {
      opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one");
      opened.forcePush("docwright/one", { "a.md": "otherwise\n" });
      expect(await find(number)).toMatchObject({ number, state: "open", branch: "docwright/one" });
      expect((await create("docwright/one", { title: "Again" })).number).toBe(number);
    });

    test("keeps a draft when updating it, and omits draft markers from its title", async () => {
      const headSha = opened.push("docwright/one", { "a.md": "changed\n" });
      const { number } = await create("docwright/one", { draft: true });
      const { repositoryUrl } = opened;
      await opened.host.updatePullRequest({ repositoryUrl, number, title: "Well", body: "y", headSha });
      expect(await find(number)).toMatchObject({ draft: true, title: "Well", body: "y" });
    });

    test("confirms access", async () => {
      await expect(opened.host.checkAccess(opened.repositoryUrl, never)).resolves.toBeUndefined();
    });
  });
}
