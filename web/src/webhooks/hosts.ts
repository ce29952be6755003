import type { HookHost } from "../../../src/http/wire/dashboard-webhooks.ts";

interface Host {
  readonly id: HookHost;
  readonly name: string;
  /** Where a webhook is made at the host, and what it is given. */
  readonly steps: string;
  readonly events: string;
  /** The event of repositories that automations watch. */
  readonly pushes: string;
}

/** As docs/code-hosts.md has it. */
export const hosts: readonly Host[] = [
  {
    id: "github",
    name: "GitHub",
    steps: "In the repository's Settings, Webhooks, with the content type application/json and the secret.",
    events:
      "Pull requests, Pull request reviews, Pull request review comments, Issue comments; for checks also Check runs and Statuses.",
    pushes: "Pushes",
  },
  {
    id: "gitlab",
    name: "GitLab",
    steps: "In Settings, Webhooks, with the secret as Secret token, or as Signing token where there is one.",
    events: "Merge request events, Comments, Pipeline events.",
    pushes: "Push events",
  },
  {
    id: "gitea",
    name: "Gitea or Forgejo",
    steps: "In Settings, Webhooks, with POST, application/json and the secret.",
    events: "All pull request events, Issue comment, Status.",
    pushes: "Push",
  },
  {
    id: "bitbucket",
    name: "Bitbucket",
    steps: "In Repository settings, Webhooks, with the secret.",
    events:
      "Pull request: created, updated, merged, declined, comment created, comment updated; Repository: build status created, updated.",
    pushes: "Push",
  },
];

export const nameOfHost = (id: HookHost): string => hosts.find((host) => host.id === id)?.name ?? id;

/** What kind of host a repository's address tells of; the first kind where it tells of none. */
export function hostOf(repositoryUrl: string): HookHost {
  const name = URL.canParse(repositoryUrl) ? new URL(repositoryUrl).hostname : "";
  if (name.includes("gitlab")) return "gitlab";
  if (name.includes("bitbucket")) return "bitbucket";
  return /gitea|forgejo|codeberg/u.test(name) ? "gitea" : "github";
}
