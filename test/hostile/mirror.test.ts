import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import {
  type Change,
  GitError,
  type GitErrorKind,
  type Mirror,
  type Sha,
} from "../../src/workspace/index.ts";
import { branchesOf, git, makeRepository, pushTo } from "../support/repository.ts";
import { mirrorFolder, openMirrorFixture } from "./mirror-fixture.ts";

const ofKind = (kind: GitErrorKind) => expect.objectContaining({ name: "GitError", kind }) as Error;
const author = { name: "Docwright", email: "docwright@example.com" };
const atMs = 1_795_226_000_000;

function change(path: string, after: string | null, before: Sha | null = null): Change {
  return { path, mode: "100644", before, after: after === null ? null : Buffer.from(after) };
}

async function headOf(mirror: Mirror, branch = "main"): Promise<Sha> {
  const sha = await mirror.resolve(branch);
  if (sha === null) throw new Error(`no branch ${branch}`);
  return sha;
}

async function commitOn(mirror: Mirror, base: Sha, changes: readonly Change[]): Promise<Sha> {
  return mirror.commit({ parents: [base], base, changes, message: "Change\n", author, atMs });
}

describe("opening", () => {
  it("copies every branch, and reads files byte for byte", async () => {
    await using fixture = openMirrorFixture();
    const repository = join(fixture.path, "docs.git");
    const odd = Buffer.from("\ufeffline\r\nno end \xff", "latin1");
    makeRepository(repository, { "a.md": "one\n" });
    writeFileSync(join(`${repository}.work`, "odd.md"), odd);
    pushTo(repository, "main", { "docs/b.md": "two" }, "More");
    git(`${repository}.work`, "push", "--quiet", "origin", "HEAD:refs/heads/next/one");

    const mirror = await fixture.openLocal(repository);
    expect(await mirror.defaultBranch()).toBe("main");
    expect(await mirror.branches()).toEqual(["main", "next/one"]);
    expect(await mirror.resolve("main")).toBe(git(repository, "rev-parse", "main"));
    expect(await mirror.resolve("nothing")).toBeNull();
    const tree = await mirror.tree(await headOf(mirror));
    expect(tree.id).toBe(git(repository, "rev-parse", "main^{tree}"));
    expect(tree.files.map((file) => file.path)).toEqual(["a.md", "docs/b.md", "odd.md"]);
    const blobs = await mirror.readBlobs(tree.files.map((file) => file.blob));
    expect(tree.files.map((file) => Buffer.from(blobs.get(file.blob) ?? []))).toEqual([
      Buffer.from("one\n"),
      Buffer.from("two"),
      odd,
    ]);
  });

  it("takes one child where there is nothing new, and after what we pushed ourselves", async () => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" });
    const mirror = await fixture.openLocal(repository);
    fixture.calls();
    await fixture.openLocal(repository);
    expect(fixture.calls()).toHaveLength(1);
    const base = await headOf(mirror);
    const sha = await commitOn(mirror, base, [change("a.md", "b")]);
    await mirror.push({ sha, branch: "docwright/x", expected: null, signal: fixture.signal });
    expect(await mirror.resolve("docwright/x")).toBe(sha);
    fixture.calls();
    await mirror.fetch({ signal: fixture.signal });
    expect(fixture.calls()).toHaveLength(1);
    pushTo(repository, "main", { "a.md": "c" }, "Change");
    await mirror.fetch({ signal: fixture.signal });
    expect(fixture.calls().map((call) => call.split(" ")[0])).toEqual(["ls-remote", "fetch"]);
    expect(await mirror.resolve("main")).toBe(git(repository, "rev-parse", "main"));
  });

  it("clones once for eight callers at the same time", async () => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" });
    const opened = await Promise.all(Array.from({ length: 8 }, () => fixture.openLocal(repository)));
    expect(fixture.calls().filter((call) => call.startsWith("fetch "))).toHaveLength(1);
    const trees = await Promise.all(opened.map(async (mirror) => mirror.tree(await headOf(mirror))));
    expect(new Set(trees.map((tree) => tree.id)).size).toBe(1);
  });

  it("follows force-pushes, branches that go, and one that becomes a folder of others", async () => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" });
    git(repository, "branch", "topic", "main");
    git(repository, "branch", "gone", "main");
    const mirror = await fixture.openLocal(repository);
    const work = `${repository}.work`;
    git(work, "commit", "--quiet", "--amend", "--message", "Rewritten");
    git(work, "push", "--quiet", "--force", "origin", "HEAD:main");
    git(repository, "branch", "-D", "gone", "topic");
    git(repository, "branch", "topic/one", "main");
    await mirror.fetch({ signal: fixture.signal });
    expect(await mirror.branches()).toEqual(["main", "topic/one"]);
    expect(await mirror.resolve("main")).toBe(git(repository, "rev-parse", "main"));
  });

  it("follows a renamed default branch, also into the next process", async () => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" });
    const mirror = await fixture.openLocal(repository);
    git(repository, "branch", "-m", "main", "trunk");
    git(repository, "symbolic-ref", "HEAD", "refs/heads/trunk");
    await mirror.fetch({ signal: fixture.signal });
    expect(await mirror.defaultBranch()).toBe("trunk");
    await fixture.reopen();
    expect(await (await fixture.openLocal(repository)).defaultBranch()).toBe("trunk");
  });

  it("opens an empty repository, and sees its first commit", async () => {
    await using fixture = openMirrorFixture();
    const repository = join(fixture.path, "docs.git");
    mkdirSync(repository);
    git(repository, "init", "--quiet", "--bare", "--initial-branch=main");
    const mirror = await fixture.openLocal(repository);
    expect(await mirror.defaultBranch()).toBeNull();
    expect(await mirror.branches()).toEqual([]);
    const first = await mirror.commit({
      parents: [],
      base: null,
      changes: [change("a.md", "a")],
      message: "First\n",
      author,
      atMs,
    });
    expect(await mirror.push({ sha: first, branch: "main", expected: null, signal: fixture.signal })).toEqual(
      {
        outcome: "pushed",
      },
    );
    await mirror.fetch({ signal: fixture.signal });
    expect(await mirror.defaultBranch()).toBe("main");
    expect((await mirror.tree(first)).files.map((file) => file.path)).toEqual(["a.md"]);
  });

  it("copies a shallow repository, and pushes to it", async () => {
    await using fixture = openMirrorFixture();
    const full = makeRepository(join(fixture.path, "full.git"), { "a.md": "a" });
    for (const text of ["b", "c", "d"]) pushTo(full, "main", { "a.md": text }, text);
    const shallow = join(fixture.path, "shallow");
    git(fixture.path, "clone", "--quiet", "--depth=2", pathToFileURL(full).href, shallow);
    const mirror = await fixture.openLocal(shallow);
    const base = await headOf(mirror);
    const sha = await commitOn(mirror, base, [change("a.md", "e")]);
    expect(await mirror.push({ sha, branch: "docwright/x", expected: null, signal: fixture.signal })).toEqual(
      {
        outcome: "pushed",
      },
    );
    git(shallow, "fsck", "--strict");
    pushTo(full, "main", { "a.md": "f" }, "f");
    git(shallow, "fetch", "--quiet", "--depth=1", "origin", "main");
    git(shallow, "reset", "--quiet", "--hard", "FETCH_HEAD");
    await mirror.fetch({ signal: fixture.signal });
    expect(await headOf(mirror)).toBe(git(shallow, "rev-parse", "main"));
    expect((await mirror.log(sha, await headOf(mirror))).length).toBeGreaterThan(0);
  });

  it("opens a repository that is not bare, a worktree, and a detached HEAD", async () => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" });
    const work = `${repository}.work`;
    git(work, "branch", "other");
    expect(await (await fixture.openLocal(work)).defaultBranch()).toBe("main");
    git(work, "worktree", "add", "--quiet", join(fixture.path, "tree"), "other");
    const worktree = await fixture.openLocal(join(fixture.path, "tree"));
    expect(await worktree.branches()).toEqual(["main", "other"]);
    expect(await worktree.defaultBranch()).toBe("other");
    git(work, "checkout", "--quiet", "--detach", "main");
    expect(await (await fixture.openLocal(work)).defaultBranch()).toBe("main");
  });

  it.each([
    ["no repository", (at: string) => mkdirSync(at), "not_found", "There is no git repository at"],
    ["nothing", () => {}, "not_found", "There is no git repository at"],
    [
      "a repository of SHA-256 ids",
      (at: string) => {
        mkdirSync(at);
        git(at, "init", "--quiet", "--object-format=sha256");
        git(at, "commit", "--quiet", "--allow-empty", "--message", "x");
      },
      "refused",
      "SHA-256",
    ],
  ] as const)("says what is wrong with %s", async (_, make, kind, sentence) => {
    await using fixture = openMirrorFixture();
    const at = join(fixture.path, "there");
    make(at);
    await expect(fixture.openLocal(at)).rejects.toThrow(ofKind(kind));
    await expect(fixture.openLocal(at)).rejects.toThrow(sentence);
  });

  it("refuses a repository on this machine unless that is allowed, and one outside of the allowed folders", async () => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "inside/docs.git"), { "a.md": "a" });
    await expect(fixture.openLocal(repository, { localAllowed: false })).rejects.toThrow(ofKind("refused"));
    const within = (folder: string) =>
      fixture.openLocal(repository, { localWithin: [join(fixture.path, folder)] });
    await expect(within("inside")).resolves.toBeDefined();
    await expect(within("insid")).rejects.toThrow(ofKind("refused"));
    await expect(within("inside/docs.git/objects")).rejects.toThrow(ofKind("refused"));
  });
});

describe("committing", () => {
  it("makes what git makes of the same files, and the same commit every time", async () => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), {
      "keep.md": "keep",
      "edit.md": "before",
      "gone.md": "gone",
      "dir/deep/only.md": "only",
      "file-to-folder": "x",
      "folder-to-file/a.md": "x",
      'odd "name"\t\\é日\n.md': "x",
    });
    const mirror = await fixture.openLocal(repository);
    const base = await headOf(mirror);
    const changes = [
      change("edit.md", "after\r\n"),
      change("gone.md", null),
      change("dir/deep/only.md", null),
      change("file-to-folder", null),
      change("file-to-folder/now.md", "y"),
      change("folder-to-file/a.md", null),
      change("folder-to-file", "y"),
      change('odd "name"\t\\é日\n.md', "y"),
      change("new/日本/x.md", "\0binary"),
      change("empty.md", ""),
    ];
    const input = {
      parents: [base],
      base,
      changes,
      message: "Subject\n\nBody é\n",
      author,
      atMs: atMs + 999,
    };
    const sha = await mirror.commit(input);
    expect(await mirror.commit(input)).toBe(sha);

    const work = `${repository}.work`;
    for (const { path, after } of changes) if (after === null) git(work, "rm", "--quiet", "--", path);
    for (const { path, after } of changes) {
      if (after === null) continue;
      mkdirSync(join(work, path, ".."), { recursive: true });
      writeFileSync(join(work, path), after);
    }
    git(work, "add", "--all");
    const tree = git(work, "write-tree");
    expect((await mirror.findCommit(sha))?.tree).toBe(tree);
    expect(await mirror.findCommit(sha)).toMatchObject({
      parents: [base],
      author,
      atMs,
      message: input.message,
    });
  });

  it("leaves no ref, no pack that grows with each try, and no stray file", async () => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" });
    const mirror = await fixture.openLocal(repository);
    const base = await headOf(mirror);
    const many = Array.from({ length: 150 }, (_, n) => change(`new/${n}.md`, `page ${n}\n`));
    await Promise.all([1, 2, 3, 4].map(() => commitOn(mirror, base, many)));
    const folder = mirrorFolder(fixture);
    expect(git(folder, "for-each-ref")).toBe(`${base} commit\trefs/heads/main`);
    expect(git(folder, "count-objects", "-v")).toMatch(/^garbage: 0$/mu);
  });

  it("commits on another tree than the parent's, and with two parents", async () => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" });
    const mirror = await fixture.openLocal(repository);
    const first = await headOf(mirror);
    const second = await commitOn(mirror, first, [change("b.md", "b")]);
    const meta = { message: "m", author, atMs };
    const back = await mirror.commit({
      ...meta,
      parents: [second],
      base: first,
      changes: [change("c.md", "c")],
    });
    expect((await mirror.tree(back)).files.map((file) => file.path)).toEqual(["a.md", "c.md"]);
    const { id } = await mirror.tree(second);
    const merge = await mirror.commitTree({ ...meta, parents: [back, second], tree: id });
    expect(await mirror.findCommit(merge)).toMatchObject({ parents: [back, second], tree: id });
    const bare = await mirror.commit({
      ...meta,
      parents: [second],
      base: null,
      changes: [change("d.md", "d")],
    });
    expect((await mirror.tree(bare)).files.map((file) => file.path)).toEqual(["d.md"]);
  });

  it("says `not_found` for a commit that is not there", async () => {
    await using fixture = openMirrorFixture();
    const mirror = await fixture.openLocal(makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" }));
    const nowhere = "1".repeat(40) as Sha;
    expect(await mirror.findCommit(nowhere)).toBeNull();
    await expect(mirror.tree(nowhere)).rejects.toThrow(ofKind("not_found"));
    await expect(mirror.commitMessage(nowhere)).rejects.toThrow(ofKind("not_found"));
  });
});

describe("merging and comparing", () => {
  async function diverged() {
    const fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), {
      "a.md": "1\n2\n3\n4\n5\n6\n7\n8\n",
      "b.md": "b\n",
    });
    const mirror = await fixture.openLocal(repository);
    return { fixture, repository, mirror, base: await headOf(mirror) };
  }

  it("merges what does not touch, and names the files that do", async () => {
    const { fixture, mirror, base } = await diverged();
    await using _ = fixture;
    const ours = await commitOn(mirror, base, [change("a.md", "one\n2\n3\n4\n5\n6\n7\n8\n")]);
    const theirs = await commitOn(mirror, base, [
      change("a.md", "1\n2\n3\n4\n5\n6\n7\neight\n"),
      change("b.md", "B\n"),
    ]);
    const clash = await commitOn(mirror, base, [change("a.md", "uno\n2\n3\n4\n5\n6\n7\n8\n")]);
    const merged = await mirror.mergeTrees({ ours, theirs });
    if (!("tree" in merged)) throw new Error("a conflict");
    const sha = await mirror.commitTree({
      tree: merged.tree,
      parents: [ours, theirs],
      message: "m",
      author,
      atMs,
    });
    const { files } = await mirror.tree(sha);
    const blobs = await mirror.readBlobs(files.map((file) => file.blob));
    expect(files.map((file) => Buffer.from(blobs.get(file.blob) ?? []).toString())).toEqual([
      "one\n2\n3\n4\n5\n6\n7\neight\n",
      "B\n",
    ]);
    expect(await mirror.mergeTrees({ ours, theirs: clash })).toEqual({ conflicts: ["a.md"] });
    const alone = await mirror.commit({ parents: [], base: null, changes: [], message: "m", author, atMs });
    await expect(mirror.mergeTrees({ ours, theirs: alone })).rejects.toThrow(ofKind("refused"));
    expect(await mirror.isAncestor(base, sha)).toBe(true);
    expect(await mirror.isAncestor(sha, sha)).toBe(true);
    expect(await mirror.isAncestor(sha, base)).toBe(false);
    expect(await mirror.mergeBase(ours, theirs)).toBe(base);
    expect(await mirror.mergeBase(ours, alone)).toBeNull();
    expect((await mirror.log(base, sha)).map((one) => one.sha)).toEqual(
      expect.arrayContaining([sha, ours, theirs]),
    );
    expect(await mirror.log(base, base)).toEqual([]);
  });

  it("writes the diff that git writes, finds renames, and cuts a long one after a whole line", async () => {
    const { fixture, repository, mirror, base } = await diverged();
    await using _ = fixture;
    const sha = await commitOn(mirror, base, [
      change("a.md", null),
      change("moved/a.md", "1\n2\n3\n4\n5\n6\n7\nacht\n"),
      change("b.md", "b"),
      change("c.bin", "\0\x01"),
    ]);
    await mirror.push({ sha, branch: "x", expected: null, signal: fixture.signal });
    const diff = await mirror.diff(base, sha);
    expect(diff.trim()).toBe(git(repository, "diff", "--full-index", "-M", base, sha));
    expect(await mirror.diffStat(base, sha)).toEqual([
      { path: "b.md", previousPath: null, status: "modified", additions: 1, deletions: 1, binary: false },
      { path: "c.bin", previousPath: null, status: "added", additions: 0, deletions: 0, binary: true },
      {
        path: "moved/a.md",
        previousPath: "a.md",
        status: "renamed",
        additions: 1,
        deletions: 1,
        binary: false,
      },
    ]);
    const cut = await mirror.diff(base, sha, { bytesMax: 200 });
    const lines = cut.split("\n");
    expect(lines.at(-2)).toBe("# The diff is longer than 200 bytes and ends here.");
    expect(diff.startsWith(lines.slice(0, -2).join("\n"))).toBe(true);
  });

  it("keeps work under a turn's id until it is dropped", async () => {
    const { fixture, mirror, base } = await diverged();
    await using _ = fixture;
    const sha = await commitOn(mirror, base, [change("b.md", "x")]);
    expect(await mirror.kept("turn_1")).toBeNull();
    await mirror.keep("turn_1", sha);
    expect(await mirror.kept("turn_1")).toBe(sha);
    await mirror.drop("turn_1");
    await mirror.drop("turn_1");
    expect(await mirror.kept("turn_1")).toBeNull();
    await expect(mirror.keep("../heads/main", sha)).rejects.toThrow(TypeError);
  });
});

describe("pushing", () => {
  async function ready() {
    const fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" });
    const mirror = await fixture.openLocal(repository);
    const base = await headOf(mirror);
    const commits = await Promise.all(
      ["b", "c"].map((text) => commitOn(mirror, base, [change("a.md", text)])),
    );
    const [one = base, two = base] = commits;
    const push = (sha: Sha, expected: Sha | null, branch = "docwright/x") =>
      mirror.push({ sha, branch, expected, signal: fixture.signal });
    return { fixture, repository, mirror, base, one, two, push };
  }

  it("is safe to do again, and never overwrites what it did not expect", async () => {
    const { fixture, repository, mirror, base, one, two, push } = await ready();
    await using _ = fixture;
    expect(await push(one, null)).toEqual({ outcome: "pushed" });
    expect(await push(one, null)).toEqual({ outcome: "already" });
    expect(await push(one, base)).toEqual({ outcome: "already" });
    expect(await push(two, null)).toEqual({ outcome: "moved", now: one });
    expect(await push(two, base)).toEqual({ outcome: "moved", now: one });
    expect(await mirror.remoteHead("docwright/x", { signal: fixture.signal })).toBe(one);
    expect(await push(two, one)).toEqual({ outcome: "pushed" });
    expect(await push(two, one, "gone")).toEqual({ outcome: "moved", now: null });
    expect(git(repository, "rev-parse", "docwright/x")).toBe(two);
    expect(branchesOf(repository)).toEqual(["docwright/x", "main"]);
  });

  it("gives the remote's own reason where it refuses", async () => {
    const { fixture, repository, mirror, base, one, two, push } = await ready();
    await using _ = fixture;
    await push(one, null);
    git(repository, "config", "receive.denyNonFastForwards", "true");
    const refused = await push(two, one);
    expect(refused).toMatchObject({ outcome: "refused" });
    expect("message" in refused && refused.message).toContain("non-fast-forward");
    git(repository, "config", "core.bare", "false");
    const checkedOut = await mirror.push({
      sha: one,
      branch: "main",
      expected: base,
      signal: fixture.signal,
    });
    expect(checkedOut).toMatchObject({ outcome: "refused" });
    expect("message" in checkedOut && checkedOut.message).toContain("checked out");
  });

  it("takes no name that is none for a branch, and no other repository's credentials", async () => {
    const { fixture, mirror, one, push } = await ready();
    await using _ = fixture;
    for (const branch of ["", "-x", "a..b", "HEAD", "x:refs/heads/main", "a b"])
      await expect(push(one, null, branch)).rejects.toThrow(ofKind("refused"));
    const remote = { url: "https://example.com/acme/other" };
    const input = { sha: one, branch: "x", expected: null, signal: fixture.signal, remote };
    await expect(mirror.push(input)).rejects.toThrow(TypeError);
  });

  it("fails with `not_found` where the repository is gone, and says so in a sentence", async () => {
    const { fixture, repository, one, push } = await ready();
    await using _ = fixture;
    renameSync(repository, `${repository}.away`);
    await expect(push(one, null)).rejects.toThrow(GitError);
    await expect(push(one, null)).rejects.toThrow("There is no git repository at");
  });
});
