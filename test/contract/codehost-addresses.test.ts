import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type CodeHosts,
  createCodeHosts,
  type HostCredential,
  type RemoteKind,
} from "../../src/codehost/index.ts";
import { type Database, openSqlite } from "../../src/db/index.ts";
import { createSystemClock } from "../../src/std/clock.ts";
import { createMirrors, type Mirrors } from "../../src/workspace/index.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/repository.ts";

/** Where each host's API is asked: the doubles are all somebody's own servers, and the public ones are elsewhere. */

let folder: TemporaryFolder;
let database: Database;
let mirrors: Mirrors;
let hosts: CodeHosts;
let asked: string[];

beforeAll(async () => {
  folder = temporaryFolder();
  const clock = createSystemClock();
  database = await openSqlite(join(folder.path, "control.db"));
  mirrors = createMirrors({ dir: join(folder.path, "mirrors"), clock });
  hosts = createCodeHosts({
    ...{ database, clock, mirrors, localRepositories: [], checkAddress: async () => null },
    pin: async () => ["93.184.215.14"],
    async send({ method, url }) {
      asked.push(`${method} ${url}`);
      return { status: 404, headers: {}, text: "{}" };
    },
    findCredential: async () => null,
  });
});
afterAll(async () => {
  await mirrors.close();
  await database.close();
  folder[Symbol.dispose]();
});

const tokenFor = (kind: RemoteKind | null): HostCredential => ({
  type: "token",
  kind,
  token: "t",
  username: null,
});

test.for([
  ["https://github.com/acme/docs", null, "https://api.github.com/repos/acme/docs/pulls/7"],
  ["https://github.example/acme/docs.git", "github", "https://github.example/api/v3/repos/acme/docs/pulls/7"],
  ["https://gitlab.com/acme/docs", null, "https://gitlab.com/api/v4/projects/acme%2Fdocs/merge_requests/7"],
  [
    "https://git.example:8443/a/b/docs.git",
    "gitlab",
    "https://git.example:8443/api/v4/projects/a%2Fb%2Fdocs/merge_requests/7",
  ],
  ["https://codeberg.org/acme/docs", null, "https://codeberg.org/api/v1/repos/acme/docs/pulls/7"],
  ["https://git.example/acme/docs", "gitea", "https://git.example/api/v1/repos/acme/docs/pulls/7"],
  [
    "https://bitbucket.org/acme/docs",
    null,
    "https://api.bitbucket.org/2.0/repositories/acme/docs/pullrequests/7",
  ],
] as const)("%s (%s) is asked at %s", async ([repository, kind, address]) => {
  asked = [];
  expect(await hosts.open(repository, tokenFor(kind)).findPullRequest(repository, 7)).toBeNull();
  expect(asked).toEqual([`GET ${address}`]);
});

test("a host whose kind nobody said, and one without a credential, are told with what to do", () => {
  expect(() => hosts.open("https://git.example/acme/docs", tokenFor(null))).toThrow(
    "Say what kind of code host git.example is: github, gitlab, gitea, bitbucket (--host-kind).",
  );
  expect(() => hosts.open("https://github.com/acme/docs", null)).toThrow("github.com asks for a credential");
});
