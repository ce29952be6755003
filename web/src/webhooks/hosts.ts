import type { HookHost } from "../../../src/http/wire/dashboard-webhooks.ts";

interface Host {
  readonly id: HookHost;
  readonly name: string;
  /** How to create the webhook on the code host. */
  readonly steps: string;
  readonly events: string;
  /** The event to select for repositories that automations watch. */
  readonly pushes: string;
}

/** The same instructions as in docs/code-hosts.md. */
const instructions: Readonly<Record<HookHost, Omit<Host, "id">>> = {
  github: {
    name: "GitHub",
    steps:
      "In the repository, go to Settings > Webhooks. Use the content type application/json and this secret.",
    events:
      "Pull requests, Pull request reviews, Pull request review comments, Issue comments. For checks, also Check runs and Statuses.",
    pushes: "Pushes",
  },
  gitlab: {
    name: "GitLab",
    steps:
      "In the project, go to Settings > Webhooks. Enter this secret as the Signing token, if available, or the Secret token.",
    events: "Merge request events, Comments, Pipeline events.",
    pushes: "Push events",
  },
  gitea: {
    name: "Gitea or Forgejo",
    steps: "In the repository, go to Settings > Webhooks. Use POST, application/json and this secret.",
    events: "All pull request events, Issue comment, Status.",
    pushes: "Push",
  },
  bitbucket: {
    name: "Bitbucket",
    steps: "Go to Repository settings > Webhooks. Enter this secret.",
    events:
      "Pull request: created, updated, merged, declined, comment created, comment updated. Repository: build status created, updated.",
    pushes: "Push",
  },
};

export const hosts: readonly Host[] = (Object.keys(instructions) as HookHost[]).map((id) => ({
  id,
  ...instructions[id],
}));

export const nameOfHost = (id: HookHost): string => instructions[id].name;

/** Guesses the code host from a repository's URL. Defaults to GitHub. */
export function hostOf(repositoryUrl: string): HookHost {
  const name = URL.canParse(repositoryUrl) ? new URL(repositoryUrl).hostname : "";
  if (name.includes("gitlab")) return "gitlab";
  if (name.includes("bitbucket")) return "bitbucket";
  return /gitea|forgejo|codeberg/u.test(name) ? "gitea" : "github";
}
