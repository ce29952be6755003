import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSystemClock } from "../../src/std/clock.ts";
import { createGit } from "../../src/workspace/git.ts";
import { createWorkspace, GitError, type Mirror } from "../../src/workspace/index.ts";
import { localCommand } from "../../src/workspace/local-remote.ts";
import { readHookNames } from "../../src/workspace/remote-access.ts";
import { git, makeRepository, pushTo } from "../support/repository.ts";
import { listFiles, type MirrorFixture, openMirrorFixture, realGit } from "./mirror-fixture.ts";

/**
 * Every way in which git runs what a repository on this machine says. Each trap leaves a file where it is sprung; a
 * control shows that plain git springs it, so that a trap that never works proves nothing.
 */
interface Trap {
  readonly name: string;
  /** Sets it in the bare repository; `spring` is a shell command that leaves the file. */
  set(place: Place): void;
  /** What plain git does to spring it. */
  control(place: Place): void;
}

interface Place {
  readonly fixture: MirrorFixture;
  readonly repository: string;
  /** A clone of it, to work in. */
  readonly work: string;
  readonly spring: string;
}

const pushControl = ({ work }: Place) =>
  plainGit(work, "push", "--quiet", "origin", "HEAD:refs/heads/control");

const traps: readonly Trap[] = [
  ...["pre-receive", "update", "post-receive", "post-update", "reference-transaction"].map(
    (hook): Trap => ({
      name: `the hook ${hook}`,
      set: ({ repository, spring }) => writeHook(join(repository, "hooks"), hook, spring),
      control: pushControl,
    }),
  ),
  {
    name: "the hook proc-receive",
    set({ repository, spring }) {
      git(repository, "config", "receive.procReceiveRefs", "refs/heads");
      writeHook(join(repository, "hooks"), "proc-receive", spring);
    },
    control: pushControl,
  },
  {
    name: "core.hooksPath",
    set({ fixture, repository, spring }) {
      writeHook(join(fixture.path, "elsewhere"), "pre-receive", spring);
      git(repository, "config", "core.hooksPath", join(fixture.path, "elsewhere"));
    },
    control: pushControl,
  },
  {
    name: "include.path",
    set({ fixture, repository, spring }) {
      writeHook(join(fixture.path, "elsewhere"), "update", spring);
      writeFileSync(
        join(fixture.path, "included"),
        `[core]\n\thooksPath = ${join(fixture.path, "elsewhere")}\n`,
      );
      git(repository, "config", "include.path", join(fixture.path, "included"));
    },
    control: pushControl,
  },
  {
    name: "core.alternateRefsCommand",
    set({ fixture, repository, spring }) {
      const other = makeRepository(join(fixture.path, "other.git"), { "o.md": "o" });
      writeFileSync(join(repository, "objects/info/alternates"), `${join(other, "objects")}\n`);
      git(repository, "config", "core.alternateRefsCommand", `sh -c '${spring}' --`);
    },
    control: pushControl,
  },
  {
    name: "uploadpack.packObjectsHook",
    set({ fixture, repository, spring }) {
      writeHook(fixture.path, "pack-hook", `${spring}\nexec "$@"`);
      git(repository, "config", "uploadpack.packObjectsHook", join(fixture.path, "pack-hook"));
    },
    control({ fixture, repository }) {
      const global = join(fixture.path, "global");
      writeFileSync(global, `[uploadpack]\n\tpackObjectsHook = ${join(fixture.path, "pack-hook")}\n`);
      const env = { ...process.env, GIT_CONFIG_GLOBAL: global };
      execFileSync(realGit, ["clone", "--quiet", `file://${repository}`, join(fixture.path, "copy")], {
        env,
      });
    },
  },
  {
    name: "hooks of a configuration (git 2.54 and newer)",
    set({ repository, spring }) {
      for (const name of ["trap", "pre-receive", "a.b=c d"]) {
        git(repository, "config", `hook.${name}.command`, spring);
        git(repository, "config", `hook.${name}.event`, "pre-receive");
      }
    },
    control(place) {
      const [, minor = "0"] = /2\.(\d+)/u.exec(git(place.work, "--version")) ?? [];
      if (Number(minor) >= 54) pushControl(place);
      else execFileSync("/bin/sh", ["-c", place.spring]);
    },
  },
];

/** Those that a checkout springs: in a repository that is not bare, and takes pushes to what it has checked out. */
const checkoutTraps: readonly Trap[] = [
  {
    name: "core.fsmonitor",
    set({ fixture, repository, spring }) {
      writeHook(fixture.path, "fsmonitor", spring);
      git(repository, "config", "core.fsmonitor", join(fixture.path, "fsmonitor"));
    },
    control: ({ repository }) => plainGit(repository, "status"),
  },
  {
    name: "a smudge filter",
    set({ repository, spring }) {
      git(repository, "config", "filter.trap.smudge", `${spring}; cat`);
      mkdirSync(join(repository, ".git/info"), { recursive: true });
      writeFileSync(join(repository, ".git/info/attributes"), "* filter=trap\n");
    },
    control({ repository }) {
      writeFileSync(join(repository, "a.md"), "changed");
      plainGit(repository, "checkout", "--", ".");
    },
  },
  {
    name: "the hook push-to-checkout",
    set: ({ repository, spring }) => writeHook(join(repository, ".git/hooks"), "push-to-checkout", spring),
    control: ({ work }) => plainGit(work, "push", "--quiet", "origin", "HEAD~0:refs/heads/main"),
  },
  {
    name: "textconv",
    set({ repository, spring }) {
      git(repository, "config", "diff.trap.textconv", `${spring}; cat`);
      writeFileSync(join(repository, ".git/info/attributes"), "* diff=trap\n");
    },
    control: ({ repository }) => plainGit(repository, "show", "--textconv", "HEAD"),
  },
  {
    name: "an external diff",
    set: ({ repository, spring }) => git(repository, "config", "diff.external", `sh -c '${spring}' --`),
    control: ({ repository }) => plainGit(repository, "diff", "--ext-diff", "HEAD~1", "HEAD"),
  },
  {
    name: "a merge driver",
    set({ repository, spring }) {
      git(repository, "config", "merge.trap.driver", `${spring}; true`);
      writeFileSync(join(repository, ".git/info/attributes"), "* merge=trap\n");
    },
    control({ repository }) {
      git(repository, "checkout", "--quiet", "-b", "side", "HEAD~1");
      writeFileSync(join(repository, "a.md"), "side");
      git(repository, "commit", "--quiet", "--all", "--message", "Side");
      plainGit(repository, "merge", "main");
    },
  },
  {
    name: "gpg.program",
    set({ fixture, repository, spring }) {
      writeHook(fixture.path, "gpg", spring);
      git(repository, "config", "gpg.program", join(fixture.path, "gpg"));
      git(repository, "config", "log.showSignature", "true");
      git(repository, "config", "merge.verifySignatures", "true");
      signHead(repository);
    },
    control: ({ repository }) => plainGit(repository, "log"),
  },
  {
    name: "core.sshCommand of a partial clone",
    set({ repository, spring }) {
      makePartial(repository, "ssh://example.com/acme/docs.git");
      git(repository, "config", "core.sshCommand", `sh -c '${spring}' --`);
    },
    control: ({ repository }) => plainGit(repository, "cat-file", "-p", "1".repeat(40)),
  },
  {
    name: "the upload-pack of a partial clone",
    set({ fixture, repository, spring }) {
      makePartial(repository, `file://${join(fixture.path, "docs.git.work")}`);
      git(repository, "config", "remote.origin.uploadpack", `sh -c '${spring}' --`);
    },
    control: ({ repository }) => plainGit(repository, "cat-file", "-p", "1".repeat(40)),
  },
  {
    name: "an ext:: address of a partial clone",
    set({ repository, spring }) {
      git(repository, "config", "protocol.ext.allow", "always");
      makePartial(repository, `ext::sh -c ${spring.replaceAll(" ", "% ")}`);
    },
    control: ({ repository }) => plainGit(repository, "cat-file", "-p", "1".repeat(40)),
  },
];

describe("a repository on this machine whose configuration runs things", () => {
  it.each(traps)("bare, $name: nothing of it runs", async ({ set, control }) => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a\n", "b.md": "b\n" });
    await check({ fixture, repository, work: `${repository}.work`, set, control });
  });

  it.each(checkoutTraps)("not bare, $name: nothing of it runs", async ({ set, control }) => {
    await using fixture = openMirrorFixture();
    const bare = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a\n", "b.md": "b\n" });
    pushTo(bare, "main", { "a.md": "aa\n" }, "Second");
    const repository = join(fixture.path, "checkout");
    git(fixture.path, "clone", "--quiet", bare, repository);
    git(repository, "config", "receive.denyCurrentBranch", "updateInstead");
    const work = join(fixture.path, "clone");
    git(fixture.path, "clone", "--quiet", repository, work);
    writeFileSync(join(work, "a.md"), "control\n");
    git(work, "commit", "--quiet", "--all", "--message", "Control");
    await check({ fixture, repository, work, set, control });
  });

  async function check({ set, control, ...where }: Omit<Place, "spring"> & Pick<Trap, "set" | "control">) {
    const canary = join(where.fixture.path, "canary");
    const place = { ...where, spring: `touch '${canary}'` };
    set(place);
    const before = outside(place);
    await useEverything(place);
    expect(existsSync(canary)).toBe(false);
    expect(outside(place)).toEqual(before);
    control(place);
    expect(existsSync(canary), "plain git does not spring this trap either").toBe(true);
  }
});

describe("a repository on this machine that is somebody else's", () => {
  it("is read and pushed to, since nothing of it is run", async () => {
    await using fixture = openMirrorFixture({ network: { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" } });
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" });
    const env = { ...process.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
    const plain = spawnSync(realGit, ["ls-remote", repository], { env, encoding: "utf8" });
    expect(plain.stderr).toContain("dubious ownership");
    const mirror = await fixture.openLocal(repository);
    expect(await pushChange(mirror, "docwright/x", fixture.signal)).toBe("pushed");
  });

  it("says in a sentence that it may not be written to", async () => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" });
    const mirror = await fixture.openLocal(repository);
    // A file where git must make a folder: no right to write is asked of root.
    writeFileSync(join(repository, "refs/heads/docwright"), `${git(repository, "rev-parse", "main")}\n`);
    expect(await pushChange(mirror, "docwright/x", fixture.signal)).toBe("refused");
  });
});

describe("hooks that a configuration names", () => {
  const names = ["trap", "pre-receive", "a.b=c d", "it's"];

  it("are found with all that is included, without running anything", async () => {
    await using fixture = openMirrorFixture();
    const repository = makeRepository(join(fixture.path, "docs.git"), { "a.md": "a" });
    const included = join(fixture.path, "included");
    writeFileSync(included, '[hook "included"]\n\tcommand = touch canary\n');
    git(repository, "config", "include.path", included);
    for (const name of names) git(repository, "config", `hook.${name}.command`, "touch canary");
    git(repository, "config", "core.fsmonitor", "touch canary");
    const searchPath = process.env.PATH ?? "";
    const home = fixture.path;
    const helper = createGit({
      clock: createSystemClock(),
      home,
      tmp: home,
      network: {},
      caFile: null,
      searchPath,
    });
    expect([...(await readHookNames(helper, repository))].sort()).toEqual([...names, "included"].sort());
    expect(await readHookNames(helper, makeRepository(join(home, "plain.git"), { "a.md": "a" }))).toEqual([]);
    expect(existsSync(join(repository, "canary"))).toBe(false);
  });

  it("are switched off by name, whatever the name", () => {
    const command = localCommand("receive-pack", names).replace(
      /git receive-pack$/u,
      "git config --get-regexp '^hook'",
    );
    const said = execFileSync("/bin/sh", ["-c", command], { encoding: "utf8" });
    for (const name of [...names, "update", "reference-transaction"])
      expect(said).toContain(`hook.${name}.enabled false\n`);
  });
});

describe("a repository on this machine that leads elsewhere", () => {
  const links: readonly (readonly [
    string,
    (place: { repository: string; secret: string; root: string }) => void,
  ])[] = [
    [
      "by alternates",
      ({ repository, secret }) =>
        writeFileSync(join(repository, "objects/info/alternates"), `# comment\n${join(secret, "objects")}\n`),
    ],
    [
      "by relative alternates",
      ({ repository }) =>
        writeFileSync(join(repository, "objects/info/alternates"), "../../../outside/secret.git/objects\n"),
    ],
    [
      "by a .git file",
      ({ repository, secret, root }) => {
        execFileSync("rm", ["-rf", repository]);
        mkdirSync(repository);
        writeFileSync(join(repository, ".git"), `gitdir: ${secret}\n`);
        expect(root).toContain("inside");
      },
    ],
    [
      "by a common folder",
      ({ repository, secret }) => writeFileSync(join(repository, "commondir"), `${secret}\n`),
    ],
    [
      "by a symbolic link to its objects",
      ({ repository, secret }) => {
        execFileSync("rm", ["-rf", join(repository, "objects")]);
        execFileSync("ln", ["-s", join(secret, "objects"), join(repository, "objects")]);
      },
    ],
    [
      "by a symbolic link to itself",
      ({ repository, secret }) => {
        execFileSync("rm", ["-rf", repository]);
        execFileSync("ln", ["-s", secret, repository]);
      },
    ],
  ];

  it.each(links)("%s is refused where only some folders are allowed", async (_, link) => {
    await using fixture = openMirrorFixture();
    const root = join(fixture.path, "inside");
    const repository = makeRepository(join(root, "docs.git"), { "a.md": "a" });
    const secret = makeRepository(join(fixture.path, "outside/secret.git"), { "secret.md": "s" });
    expect(await fixture.openLocal(repository, { localWithin: [root] })).toBeDefined();
    link({ repository, secret, root });
    await expect(fixture.openLocal(repository, { localWithin: [root] })).rejects.toThrow(
      "lies outside of the folders that are allowed",
    );
  });
});

/** Everything that a turn does, and more: what is refused is as good as what works. */
async function useEverything({ fixture, repository }: Place): Promise<void> {
  const { signal } = fixture;
  try {
    const mirror = await fixture.openLocal(repository);
    const base = await mirror.resolve("main");
    if (base === null) throw new Error("no main");
    const workspace = await createWorkspace({ mirror, base });
    await workspace.read(workspace.files().map((file) => file.path));
    await workspace.search({ pattern: "a" }, signal);
    workspace.write("a.md", Buffer.from("ours\n"));
    await workspace.diff();
    const meta = {
      parents: [base],
      base,
      message: "m",
      author: { name: "A", email: "a@example.com" },
      atMs: 0,
    };
    const ours = await mirror.commit({ ...meta, changes: workspace.changes() });
    workspace.write("a.md", Buffer.from("theirs\n"));
    const theirs = await mirror.commit({ ...meta, changes: workspace.changes() });
    await mirror.mergeTrees({ ours, theirs });
    await mirror.diffStat(base, ours);
    await mirror.log(base, ours);
    await mirror.push({ sha: ours, branch: "docwright/x", expected: null, signal });
    await mirror.push({ sha: ours, branch: "main", expected: base, signal });
    await mirror.push({ sha: theirs, branch: "docwright/x", expected: ours, signal });
    await mirror.remoteHead("main", { signal });
    await mirror.fetch({ signal });
    await fixture.mirrors.sweep({ inUse: [], signal });
  } catch (error) {
    // A clear failure is allowed; what is thrown must be one.
    if (!(error instanceof GitError)) throw error;
  }
}

async function pushChange(mirror: Mirror, branch: string, signal: AbortSignal): Promise<string> {
  const base = await mirror.resolve("main");
  if (base === null) throw new Error("no main");
  const changes = [{ path: "n.md", mode: "100644" as const, before: null, after: Buffer.from("n") }];
  const author = { name: "A", email: "a@example.com" };
  const sha = await mirror.commit({ parents: [base], base, changes, message: "m", author, atMs: 0 });
  return (await mirror.push({ sha, branch, expected: null, signal })).outcome;
}

/** What lies beside our own folder and the repository's objects and refs. */
function outside({ fixture, repository }: Place): string[] {
  const ours = /^(?:mirrors|bin|git-calls|git-environments)(?:\/|$)/u;
  const target = repository.slice(fixture.path.length + 1);
  const pushed = new RegExp(`^${target}/(?:\\.git/)?(?:objects|refs|logs|packed-refs)`, "u");
  return listFiles(fixture.path)
    .filter((path) => !ours.test(path) && !pushed.test(path))
    .map((path) => `${path} ${readFileSync(join(fixture.path, path)).toString("base64")}`);
}

function writeHook(folder: string, name: string, script: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

/** Git without any of our care; whether it fails is all the same. */
function plainGit(folder: string, ...args: string[]): void {
  spawnSync(realGit, args, { cwd: folder, timeout: 20_000 });
}

function signHead(repository: string): void {
  const raw = execFileSync(realGit, ["cat-file", "commit", "HEAD"], { cwd: repository, encoding: "utf8" });
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n";
  const signed = raw.replace("\n\n", `\n${signature}\n`);
  const sha = execFileSync(realGit, ["hash-object", "-t", "commit", "-w", "--stdin"], {
    cwd: repository,
    input: signed,
  });
  git(repository, "update-ref", "refs/heads/main", sha.toString().trim());
}

/** A repository that lacks a file, and says where git gets it. */
function makePartial(repository: string, url: string): void {
  const missing = git(repository, "rev-parse", "HEAD:b.md");
  git(repository, "config", "extensions.partialClone", "origin");
  git(repository, "config", "core.repositoryFormatVersion", "1");
  git(repository, "config", "remote.origin.promisor", "true");
  git(repository, "config", "remote.origin.url", url);
  const objects = join(repository, ".git/objects");
  const packs = join(objects, "pack");
  for (const name of readdirSync(packs))
    appendFileSync(join(packs, `${name.replace(/\.[a-z]+$/u, "")}.promisor`), "");
  execFileSync("rm", ["-f", join(objects, missing.slice(0, 2), missing.slice(2))]);
}
