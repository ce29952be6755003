import type { RemoteHost } from "#codehosts";
import type { CodeHost } from "./code-host.ts";
import { asHost } from "./host-error.ts";

/** Resolves a remote repository's addresses through the guard (R66). */
export type Pin = (repositoryUrl: string) => Promise<readonly string[]>;

/** Adapts a repository on a remote host to `CodeHost`, whose methods all take the repository's URL. */
export function createRemoteCodeHost(host: RemoteHost, pin: Pin): CodeHost {
  return {
    kind: host.kind,
    actions: null,
    signedCommits: host.signedCommits,
    conversations: host.conversations,
    remote: (url) =>
      asHost(async () => {
        const [pinned, access] = await Promise.all([pin(url), host.gitAccess()]);
        return { url, pinned, ...access };
      }),
    checkAccess: (_url, signal) => host.checkAccess(signal),
    isProtected: (_url, branch) => host.isProtected(branch),
    findPullRequest: (_url, number, signal) => host.findPullRequest(number, signal),
    findPullRequests: (_url, numbers, signal) => host.findPullRequests(numbers, signal),
    findByBranch: (_url, branch) => host.findByBranch(branch),
    createPullRequest: (input) => host.createPullRequest(input),
    updatePullRequest: (input) => host.updatePullRequest(input),
    addToPullRequest: (input) => host.addToPullRequest(input),
  };
}
