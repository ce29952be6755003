import { limits } from "../limits.ts";
import { addToPullRequest } from "./add-to-pull-request.ts";
import { type CodeHost, HostError, type PullRequest, type UpdatePullRequest } from "./code-host.ts";
import { guarded } from "./conversations/index.ts";
import { asHost } from "./host-error.ts";
import type { NewPullRequest, RemoteDriver } from "./remote-driver.ts";

export interface RemoteHostOptions {
  readonly driver: RemoteDriver;
  readonly gitUrl: string;
  /** The address guard (R66): resolves the addresses that git can connect to. */
  readonly pin: (repositoryUrl: string) => Promise<readonly string[]>;
}

/** Creates a remote code host from a driver. This is the code that all remote hosts share. */
export function createRemoteHost({ driver, gitUrl, pin }: RemoteHostOptions): CodeHost {
  async function findByBranch(branch: string): Promise<PullRequest | null> {
    return (await driver.listOpen(branch)).find((one) => one.branch === branch) ?? null;
  }

  const find: CodeHost["findPullRequest"] = (_url, number, signal) => driver.find(number, signal);

  return {
    kind: driver.kind,
    actions: null,
    signedCommits: driver.signedCommits,
    conversations: guarded(driver.conversations),
    remote: (url) =>
      asHost(async () => {
        const [pinned, auth] = await Promise.all([pin(url), driver.gitAuth()]);
        const { renewGitAuth } = driver;
        return { url, gitUrl, auth, pinned, ...(renewGitAuth === null ? {} : { renewAuth: renewGitAuth }) };
      }),
    checkAccess: (_url, signal) => asHost(() => driver.checkAccess(signal)),
    isProtected: (_url, branch) =>
      asHost(async () => branch === "HEAD" || (await driver.isProtected(branch))),
    findPullRequest: (url, number, signal) => asHost(() => find(url, number, signal)),
    findPullRequests: (_url, numbers, signal) => asHost(() => findMany(driver, numbers, signal)),
    findByBranch: (_url, branch) => asHost(() => findByBranch(branch)),
    createPullRequest: (input) =>
      asHost(async () => {
        const { branch, base, draft } = input;
        const text = { title: fitTitle(input.title), body: fitBody(input.body) };
        const created = await createOnce(driver, { branch, base, draft, ...text }, findByBranch);
        return created ?? driver.update(await numberOf(findByBranch, branch), text);
      }),
    updatePullRequest: (input) => asHost(() => update(driver, input)),
    addToPullRequest: (input) => addToPullRequest(driver, input),
  };
}

/**
 * Creates the pull request, or returns null if the branch already has one, from an earlier or concurrent attempt. If
 * the response was lost, checks whether the host created the pull request before trying again.
 */
async function createOnce(
  driver: RemoteDriver,
  fields: NewPullRequest,
  findByBranch: (branch: string) => Promise<PullRequest | null>,
): Promise<PullRequest | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await driver.create(fields);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      if (error.kind !== "conflict" && error.kind !== "unavailable") throw error;
      if ((await findByBranch(fields.branch)) !== null) return null;
      if (error.kind === "conflict" || tries >= limits.codehost.triesMax) throw error;
    }
  }
}

async function numberOf(
  findByBranch: (branch: string) => Promise<PullRequest | null>,
  branch: string,
): Promise<number> {
  const found = await findByBranch(branch);
  if (found !== null) return found.number;
  throw new HostError(
    "conflict",
    `The pull request of ${branch} has just been closed. Send the message again.`,
  );
}

async function update(driver: RemoteDriver, input: UpdatePullRequest): Promise<PullRequest> {
  const title = input.title === null ? null : fitTitle(input.title);
  const updated = await driver.update(input.number, { title, body: fitBody(input.body) });
  if (updated.state === "open") return updated;
  throw new HostError(
    "conflict",
    `Pull request ${updated.number} is ${updated.state} and can no longer be changed.`,
  );
}

/**
 * Reads a few pull requests one by one. If there are many, lists the open pull requests first and reads only the others
 * one by one.
 */
async function findMany(
  driver: RemoteDriver,
  numbers: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, PullRequest>> {
  const found = new Map<number, PullRequest>();
  const wanted = new Set(numbers);
  if (wanted.size > limits.codehost.singlesMax)
    for (const one of await driver.listOpen(null, signal))
      if (wanted.has(one.number)) found.set(one.number, one);
  for (const number of wanted) {
    if (found.has(number)) continue;
    signal.throwIfAborted();
    const one = await driver.find(number, signal);
    if (one !== null) found.set(number, one);
  }
  return found;
}

function fitTitle(title: string): string {
  const chars = [...title];
  const { titleCharsMax } = limits.codehost;
  return chars.length <= titleCharsMax ? title : `${chars.slice(0, titleCharsMax - 1).join("")}…`;
}

function fitBody(body: string): string {
  const { bodyCharsMax } = limits.codehost;
  if (body.length <= bodyCharsMax) return body;
  const note = "\n\n(Truncated: longer than the host allows.)";
  return `${body.slice(0, bodyCharsMax - note.length).toWellFormed()}${note}`;
}
