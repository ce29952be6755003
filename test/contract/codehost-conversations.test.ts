import { expect, test } from "vitest";
import { forgeApis } from "../support/forge/apis.ts";
import { appCredential, openRemoteForge, tokenCredential } from "../support/remote-forge.ts";
import { describeConversations } from "./codehost-conversations.ts";

test("GitLab: a range whose ends a program wrote as texts is read all the same", async () => {
  const opened = await openRemoteForge({ api: forgeApis.gitlab(), credential: tokenCredential("gitlab") });
  opened.forge.talk.say({
    number: 1,
    author: "helper-bot",
    text: "Here",
    kind: "line",
    path: "a.md",
    line: 7,
  });
  const found = await opened.host.conversations?.listComments(1, 0, new AbortController().signal);
  expect(found?.map(({ place }) => place)).toEqual([{ path: "a.md", startLine: 7, line: 7, hunk: null }]);
  await opened.close();
});

for (const kind of ["github", "gitlab", "gitea", "bitbucket"] as const)
  describeConversations(`conversations on ${kind}`, () =>
    openRemoteForge({ api: forgeApis[kind](), credential: tokenCredential(kind) }),
  );
describeConversations("conversations on github, as an App", () =>
  openRemoteForge({ api: forgeApis.github(), credential: appCredential(42) }),
);
