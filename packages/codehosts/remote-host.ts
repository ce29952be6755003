import { addToPullRequest } from "./add-to-pull-request.ts";
import type { Advice } from "./advice.ts";
import {
  HostError,
  type NewPullRequest,
  type PullRequest,
  type PullRequestUpdate,
  type RemoteHost,
} from "./code-host.ts";
import { withoutEmpty } from "./conversations/conversations.ts";
import { limits } from "./limits.ts";
import type { RemoteDriver } from "./remote-driver.ts";

export interface RemoteHostOptions {
  readonly driver: RemoteDriver;
  readonly gitUrl: string;
  readonly advice: Pick<Advice, "repeat">;
}

/** Creates a remote host from a driver. This is the code that all hosts share. */
export function createRemoteHost({ driver, gitUrl, advice }: RemoteHostOptions): RemoteHost {
  async function findByBranch(branch: string): Promise<PullRequest | null> {
    return (await driver.listOpen(branch)).find((one) => one.branch === branch) ?? null;
  }

  async function numberOf(branch: string): Promise<number> {
    const found = await findByBranch(branch);
    if (found !== null) return found.number;
    throw new HostError("conflict", `The pull request of ${branch} has just been closed. ${advice.repeat}`);
  }

  return {
    kind: driver.kind,
    signedCommits: driver.signedCommits,
    conversations: withoutEmpty(driver.conversations),
    async gitAccess() {
      const { renewGitAuth } = driver;
      const auth = await driver.gitAuth();
      return { gitUrl, auth, ...(renewGitAuth === null ? {} : { renewAuth: renewGitAuth }) };
    },
    checkAccess: (signal) => driver.checkAccess(signal),
    isProtected: async (branch) => branch === "HEAD" || driver.isProtected(branch),
    findPullRequest: (number, signal) => driver.find(number, signal),
    findPullRequests: (numbers, signal) => findMany(driver, numbers, signal),
    findByBranch,
    async createPullRequest({ branch, base, draft, ...written }) {
      const text = { title: fitTitle(written.title), body: fitBody(written.body) };
      const created = await createOnce(driver, { branch, base, draft, ...text }, findByBranch);
      return created ?? driver.update(await numberOf(branch), text);
    },
    updatePullRequest: (input) => update(driver, input),
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
      if (error.kind === "conflict" || tries >= limits.triesMax) throw error;
    }
  }
}

async function update(driver: RemoteDriver, input: PullRequestUpdate): Promise<PullRequest> {
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
  if (wanted.size > limits.singlesMax)
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
  const { titleCharsMax } = limits;
  return chars.length <= titleCharsMax ? title : `${chars.slice(0, titleCharsMax - 1).join("")}…`;
}

function fitBody(body: string): string {
  const { bodyCharsMax } = limits;
  if (body.length <= bodyCharsMax) return body;
  const note = "\n\n(Truncated: longer than the host allows.)";
  return `${body.slice(0, bodyCharsMax - note.length).toWellFormed()}${note}`;
}
