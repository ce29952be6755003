import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, test } from "vitest";
import { deliveryReaders } from "../hosts.ts";

interface Examples {
  readonly name: string;
  readonly examples: readonly Record<string, unknown>[];
}

/** GitHub's own payload examples. */
const examples = createRequire(import.meta.url)("@octokit/webhooks-examples") as readonly Examples[];

describe("GitHub's deliveries", () => {
  const read = (event: string, payload: unknown) =>
    deliveryReaders.github.read({ "x-github-event": event }, payload);
  const ofEvent = (name: string) => examples.find((one) => one.name === name)?.examples ?? [];

  test.each([
    ["pull_request", "state"],
    ["pull_request_review", "comments"],
    ["pull_request_review_comment", "comments"],
  ])("each of GitHub's examples of %s leads to its pull request", (event, about) => {
    expect(ofEvent(event).length).toBeGreaterThan(0);
    for (const payload of ofEvent(event)) {
      const { repository, pull_request: pull } = payload as {
        repository: { full_name: string };
        pull_request: { number: number };
      };
      const subject = { number: pull.number };
      expect(read(event, payload)).toEqual({ repository: repository.full_name, subject, about });
    }
  });

  it("reads a comment only if the issue is a pull request", () => {
    for (const payload of ofEvent("issue_comment")) {
      const issue = payload.issue as { number: number; pull_request?: object };
      const found = read("issue_comment", payload)?.subject ?? null;
      expect(found).toEqual(issue.pull_request === undefined ? null : { number: issue.number });
    }
    const [payload] = ofEvent("issue_comment") as [{ issue: object }];
    const ofPull = { ...payload, issue: { ...payload.issue, number: 7, pull_request: { url: "x" } } };
    expect(read("issue_comment", ofPull)).toMatchObject({ subject: { number: 7 }, about: "comments" });
  });

  it("reads finished checks by branch, and statuses by commit", () => {
    const branches = ["check_run", "check_suite"].flatMap((event) =>
      ofEvent(event)
        .filter(({ action }) => action === "completed")
        .map((payload) => read(event, payload)),
    );
    expect(branches.length).toBeGreaterThan(0);
    for (const nudge of branches)
      expect(nudge).toMatchObject({ about: "checks", subject: { branch: expect.any(String) as string } });
    for (const payload of ofEvent("status"))
      expect(read("status", payload)).toMatchObject({ about: "checks", subject: { commit: payload.sha } });
  });

  it("ignores every other event", () => {
    const acted =
      /^(?:pull_request|pull_request_review|pull_request_review_comment|issue_comment|check_run|check_suite|status)$/u;
    for (const { name, examples: payloads } of examples)
      if (!acted.test(name)) for (const payload of payloads) expect(read(name, payload)).toBeNull();
    for (const name of ["", "constructor", "__proto__", "toString"]) expect(read(name, {})).toBeNull();
  });

  it("verifies GitHub's own signature example", () => {
    // https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
    const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    const given = { body: Buffer.from("Hello, World!"), secret: "It's a Secret to Everybody", now: 0 };
    const isSigned = (text: string) =>
      deliveryReaders.github.isSigned({ ...given, headers: { "x-hub-signature-256": text } });
    expect(isSigned(signature)).toBe(true);
    for (const text of ["", "sha256=", signature.slice(7), `${signature}0`, signature.replace("7", "8")])
      expect(isSigned(text)).toBe(false);
  });
});

describe("GitLab's deliveries", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const body = Buffer.from('{"object_kind":"note"}');
  const now = Date.UTC(2026, 0, 5);
  const isSigned = (headers: Record<string, string>, at = now) =>
    deliveryReaders.gitlab.isSigned({ headers, body, secret, now: at });
  const signed = (of: Buffer) => ({
    "webhook-id": "one",
    "webhook-timestamp": String(now / 1000),
    "webhook-signature": new Webhook(secret).sign("one", new Date(now), of.toString()),
  });

  it("are accepted with the token or with a signature from the Standard Webhooks library", () => {
    expect(isSigned({ "x-gitlab-token": secret })).toBe(true);
    expect(isSigned({ "x-gitlab-token": `${secret} ` })).toBe(false);
    expect(isSigned({})).toBe(false);
    expect(isSigned(signed(body))).toBe(true);
    expect(isSigned({ ...signed(body), "webhook-id": "two" })).toBe(false);
    expect(isSigned(signed(Buffer.from("{}")))).toBe(false);
    expect(isSigned(signed(body), now + 301_000)).toBe(false);
  });

  it("are rejected with a wrong signature, even with the right token", () => {
    expect(isSigned({ "webhook-signature": "v1,AAAA", "x-gitlab-token": secret })).toBe(false);
  });

  // After https://docs.gitlab.com/user/project/integrations/webhook_events/
  const project = { id: 1, path_with_namespace: "acme/docs" };
  it.each([
    [
      { object_kind: "merge_request", project, object_attributes: { iid: 3, action: "merge" } },
      "state",
      { number: 3 },
    ],
    [
      { object_kind: "note", project, object_attributes: { note: "x" }, merge_request: { iid: 4 } },
      "comments",
      { number: 4 },
    ],
    [
      { object_kind: "pipeline", project, object_attributes: { ref: "docwright/x" } },
      "checks",
      { branch: "docwright/x" },
    ],
    [
      { object_kind: "pipeline", project, object_attributes: { ref: "x" }, merge_request: { iid: 5 } },
      "checks",
      { number: 5 },
    ],
  ])("%j is read", (payload, about, subject) => {
    const nudge = deliveryReaders.gitlab.read({}, payload);
    expect(nudge).toEqual({ repository: "acme/docs", about, subject });
  });

  it.each([
    [{ object_kind: "note", project, issue: { iid: 4 } }],
    [{ object_kind: "push", project }],
    [null],
    [[]],
    ["x"],
  ])("%j is not about a merge request", (payload) =>
    expect(deliveryReaders.gitlab.read({}, payload)).toBeNull(),
  );
});

describe("Gitea's, Forgejo's and Bitbucket's deliveries", () => {
  const body = Buffer.from("{}");
  const [secret, now] = ["whsec_x", 0];
  const hex = createHmac("sha256", secret).update(body).digest("hex");
  const repository = { full_name: "acme/docs" };

  it("are signed in headers specific to the host, and Forgejo's header takes precedence over Gitea's", () => {
    const gitea = (headers: Record<string, string>) =>
      deliveryReaders.gitea.isSigned({ headers, body, secret, now });
    expect(gitea({ "x-gitea-signature": hex })).toBe(true);
    expect(gitea({ "x-forgejo-signature": hex })).toBe(true);
    expect(gitea({ "x-forgejo-signature": "no", "x-gitea-signature": hex })).toBe(false);
    expect(gitea({ "x-gitea-signature": `sha256=${hex}` })).toBe(false);
    const bitbucket = (headers: Record<string, string>) =>
      deliveryReaders.bitbucket.isSigned({ headers, body, secret, now });
    expect(bitbucket({ "x-hub-signature": `sha256=${hex}` })).toBe(true);
    expect(bitbucket({ "x-hub-signature": hex })).toBe(false);
    expect(bitbucket({ "x-hub-signature": `sha1=${hex}` })).toBe(false);
  });

  it.each([
    ["gitea", { "x-gitea-event": "pull_request" }, { repository, pull_request: { number: 2 } }, "state"],
    [
      "gitea",
      { "x-gitea-event": "issue_comment" },
      { repository, is_pull: true, issue: { number: 2 } },
      "comments",
    ],
    [
      "gitea",
      { "x-forgejo-event": "pull_request_comment" },
      { repository, pull_request: { number: 2 } },
      "comments",
    ],
    [
      "gitea",
      { "x-gitea-event": "pull_request_approved" },
      { repository, pull_request: { number: 2 } },
      "comments",
    ],
    [
      "bitbucket",
      { "x-event-key": "pullrequest:fulfilled" },
      { repository, pullrequest: { id: 2 } },
      "state",
    ],
    [
      "bitbucket",
      { "x-event-key": "pullrequest:comment_created" },
      { repository, pullrequest: { id: 2 } },
      "comments",
    ],
  ] as const)("%s %j is read", (kind, headers, payload, about) => {
    const nudge = deliveryReaders[kind].read(headers, payload);
    expect(nudge).toEqual({ repository: "acme/docs", about, subject: { number: 2 } });
  });

  it("report statuses by commit and by branch", () => {
    const status = deliveryReaders.gitea.read({ "x-gitea-event": "status" }, { repository, sha: "1f0" });
    expect(status).toEqual({ repository: "acme/docs", about: "checks", subject: { commit: "1f0" } });
    const payload = { repository, commit_status: { refname: "docwright/x" } };
    const built = deliveryReaders.bitbucket.read({ "x-event-key": "repo:commit_status_updated" }, payload);
    expect(built).toEqual({ repository: "acme/docs", about: "checks", subject: { branch: "docwright/x" } });
    // As in Bitbucket's documentation, without a branch.
    const commit = "9fec847784abb10b2fa567ee63b85bd238955d0e";
    const href = `https://api.bitbucket.org/2.0/repositories/acme/docs/commit/${commit}`;
    for (const refname of [undefined, null]) {
      const linked = { repository, commit_status: { refname, links: { commit: { href } } } };
      const nudge = deliveryReaders.bitbucket.read({ "x-event-key": "repo:commit_status_created" }, linked);
      expect(nudge).toEqual({ repository: "acme/docs", about: "checks", subject: { commit } });
    }
  });

  it.each([
    ["gitea", { "x-gitea-event": "issue_comment" }, { repository, is_pull: false, issue: { number: 2 } }],
    ["gitea", { "x-gitea-event": "push" }, { repository, pull_request: { number: 2 } }],
    ["bitbucket", { "x-event-key": "repo:push" }, { repository, pullrequest: { id: 2 } }],
    ["bitbucket", { "x-event-key": "pullrequest:fulfilled" }, { repository, pullrequest: { id: -2 } }],
  ] as const)("%s %j %j is ignored", (kind, headers, payload) => {
    expect(deliveryReaders[kind].read(headers, payload)).toBeNull();
  });
});

describe("the repository of a push", () => {
  const repository = { full_name: "acme/api" };
  const project = { path_with_namespace: "group/sub/api" };

  it.each([
    ["github", { "x-github-event": "push" }, { ref: "refs/heads/main", repository }, "acme/api"],
    ["github", { "x-github-event": "ping" }, { repository }, null],
    ["github", { "x-github-event": "push" }, { repository: "acme/api" }, null],
    ["gitlab", {}, { object_kind: "push", ref: "refs/heads/main", project }, "group/sub/api"],
    ["gitlab", {}, { object_kind: "tag_push", project }, null],
    ["gitea", { "x-gitea-event": "push" }, { repository }, "acme/api"],
    ["gitea", { "x-forgejo-event": "push", "x-gitea-event": "create" }, { repository }, "acme/api"],
    ["gitea", { "x-gitea-event": "create" }, { repository }, null],
    ["bitbucket", { "x-event-key": "repo:push" }, { push: { changes: [] }, repository }, "acme/api"],
    ["bitbucket", { "x-event-key": "repo:fork" }, { repository }, null],
  ] as const)("in the delivery %s %j %j is %s", (kind, headers, payload, to) => {
    expect(deliveryReaders[kind].pushedTo(headers, payload)).toBe(to);
    expect(deliveryReaders[kind].pushedTo(headers, null)).toBeNull();
  });
});
