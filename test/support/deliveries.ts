import { createHmac, randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { Webhook } from "standardwebhooks";
import type { RemoteKind } from "#codehosts";

/** Deliveries from code hosts, according to each host's documentation. */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface What {
  readonly about: "state" | "comments" | "checks";
  readonly number: number;
  readonly branch?: string;
  readonly commit?: string;
  readonly repository?: string;
  /** The state in the payload, which must not be trusted. */
  readonly says?: Readonly<Record<string, unknown>>;
}

/** Signs the delivery with the secret as the host does. */
export function deliveryOf(kind: RemoteKind, what: What, secret: string, id: string = randomUUID()): Sent {
  const { event, payload } = payloads[kind](what);
  return signed(kind, { event, body: JSON.stringify(payload), secret, id });
}

/** Sends any body, as the host would. */
export function signed(kind: RemoteKind, signing: Signing): Sent {
  return {
    headers: { "content-type": "application/json", ...headersOf[kind](signing) },
    body: signing.body,
  };
}

const hex = (secret: string, body: string) => createHmac("sha256", secret).update(body).digest("hex");

export interface Signing {
  readonly event: string;
  readonly body: string;
  readonly secret: string;
  readonly id: string;
}

const headersOf: Readonly<Record<RemoteKind, (signing: Signing) => Record<string, string>>> = {
  github: ({ event, body, secret, id }) => ({
    "user-agent": "GitHub-Hookshot/044aadd",
    "x-github-event": event,
    "x-github-delivery": id,
    "x-hub-signature-256": `sha256=${hex(secret, body)}`,
  }),
  gitlab: ({ event, body, secret, id }) => ({
    "x-gitlab-event": event,
    "idempotency-key": id,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, new Date(), body),
  }),
  gitea: ({ event, body, secret, id }) => ({
    "x-gitea-event": event,
    "x-gitea-delivery": id,
    "x-gitea-signature": hex(secret, body),
    "x-github-event": event,
    "x-hub-signature-256": `sha256=${hex(secret, body)}`,
  }),
  bitbucket: ({ event, body, secret, id }) => ({
    "x-event-key": event,
    "x-request-uuid": id,
    "x-hook-uuid": "{1f0}",
    "x-attempt-number": "1",
    "x-hub-signature": `sha256=${hex(secret, body)}`,
  }),
};

type MakePayload = (what: What) => { event: string; payload: Record<string, unknown> };

const examples = createRequire(import.meta.url)("@octokit/webhooks-examples") as readonly {
  readonly name: string;
  readonly examples: readonly Record<string, unknown>[];
}[];

/** GitHub's own example of an event, with our values. */
function githubExample(name: string): Record<string, unknown> {
  const found = examples.find((one) => one.name === name)?.examples[0];
  if (found === undefined) throw new Error(`GitHub gives no example of ${name}`);
  return found;
}

const payloads: Readonly<Record<RemoteKind, MakePayload>> = {
  github({ about, number, branch = "", commit = "", repository = "acme/docs", says = {} }) {
    const named = { full_name: repository };
    if (about === "state") {
      const pull = { ...(githubExample("pull_request").pull_request as object), number, ...says };
      return {
        event: "pull_request",
        payload: { action: "closed", repository: named, number, pull_request: pull },
      };
    }
    if (about === "comments") {
      const example = githubExample("issue_comment") as { issue: object; comment: object };
      const issue = { ...example.issue, number, pull_request: { url: "https://api.github.com/x" } };
      const comment = { ...example.comment, ...says };
      return { event: "issue_comment", payload: { action: "created", repository: named, issue, comment } };
    }
    if (commit !== "")
      return { event: "status", payload: { repository: named, sha: commit, state: "failure", ...says } };
    const run = { check_suite: { head_branch: branch }, conclusion: "failure", ...says };
    return { event: "check_run", payload: { action: "completed", repository: named, check_run: run } };
  },
  gitlab({ about, number, branch = "", repository = "acme/docs", says = {} }) {
    const project = { id: 1, path_with_namespace: repository };
    if (about === "state") {
      const attributes = { iid: number, action: "merge", ...says };
      return {
        event: "Merge Request Hook",
        payload: { object_kind: "merge_request", project, object_attributes: attributes },
      };
    }
    if (about === "comments") {
      const attributes = { noteable_type: "MergeRequest", ...says };
      const payload = {
        object_kind: "note",
        project,
        object_attributes: attributes,
        merge_request: { iid: number },
      };
      return { event: "Note Hook", payload };
    }
    const attributes = { ref: branch, status: "failed", ...says };
    return {
      event: "Pipeline Hook",
      payload: { object_kind: "pipeline", project, object_attributes: attributes },
    };
  },
  gitea({ about, number, commit = "", repository = "acme/docs", says = {} }) {
    const named = { full_name: repository };
    if (about === "state")
      return {
        event: "pull_request",
        payload: {
          action: "closed",
          number,
          repository: named,
          pull_request: { number, merged: true, ...says },
        },
      };
    if (about === "comments")
      return {
        event: "issue_comment",
        payload: { action: "created", is_pull: true, repository: named, issue: { number }, comment: says },
      };
    return { event: "status", payload: { repository: named, sha: commit, state: "failure", ...says } };
  },
  bitbucket({ about, number, branch = "", repository = "acme/docs", says = {} }) {
    const named = { full_name: repository };
    if (about === "checks")
      return {
        event: "repo:commit_status_updated",
        payload: { repository: named, commit_status: { refname: branch, state: "FAILED", ...says } },
      };
    const pullrequest = { id: number, state: "MERGED", ...(about === "state" ? says : {}) };
    return about === "state"
      ? { event: "pullrequest:fulfilled", payload: { repository: named, pullrequest } }
      : { event: "pullrequest:comment_created", payload: { repository: named, pullrequest, comment: says } };
  },
};

/** Sends the delivery to the service's URL for this kind of host. */
export function send(
  to: { readonly url: string; readonly projectId: string; readonly kind: string },
  { headers, body }: Sent,
): Promise<Response> {
  return fetch(`${to.url}/v1/hooks/${to.kind}/${to.projectId}`, { method: "POST", headers, body });
}
