import { expect, test } from "vitest";
import { createBitbucketApi } from "../support/forge/bitbucket.ts";
import { createGiteaApi } from "../support/forge/gitea.ts";
import { createGithubApi } from "../support/forge/github.ts";
import { createGitlabApi } from "../support/forge/gitlab.ts";
import { ownName } from "../support/forge/talk.ts";
import { openRemoteForge, tokenCredential } from "../support/remote-forge.ts";
import { describeFaults } from "./codehost-faults.ts";

test("GitLab: a right that comes of an invited group is asked for, where the project does not tell it", async () => {
  const opened = await openRemoteForge({ api: createGitlabApi(), credential: tokenCredential("gitlab") });
  const check = () => opened.host.checkAccess(opened.repositoryUrl, new AbortController().signal);
  opened.forge.talk.people.set(ownName, "write");
  await expect(check()).resolves.toBeUndefined();
  opened.forge.talk.people.set(ownName, "read");
  await expect(check()).rejects.toMatchObject({ kind: "unauthorized" });
  await opened.close();
});

describeFaults("GitHub, when things go wrong", () =>
  openRemoteForge({ api: createGithubApi(), credential: tokenCredential("github") }),
);
describeFaults("GitLab, when things go wrong", () =>
  openRemoteForge({ api: createGitlabApi(), credential: tokenCredential("gitlab") }),
);
describeFaults("Gitea, when things go wrong", () =>
  openRemoteForge({ api: createGiteaApi(), credential: tokenCredential("gitea") }),
);
describeFaults("Bitbucket, when things go wrong", () =>
  openRemoteForge({ api: createBitbucketApi(), credential: tokenCredential("bitbucket") }),
);
