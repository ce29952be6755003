import { createHmac, hkdfSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits as hostLimits } from "#codehosts";
import { createLinks } from "../../src/http/index.ts";
import { limits } from "../../src/limits.ts";
import { createManualClock } from "../../src/std/clock.ts";
import { startCpuClock } from "../support/cpu-time.ts";
import { joinFirst } from "../support/dashboard-client.ts";
import { type HttpService, openHttp, secret } from "../support/http.ts";
import { type Answer, type Client, openClient } from "../support/http-client.ts";
import { addPullRequest, commit, endPullRequest, type LocalPullRequest } from "../support/http-turns.ts";

const dayMs = 24 * 60 * 60 * 1000;
let service: HttpService;
let client: Client;

beforeAll(async () => {
  service = await openHttp();
  client = await openClient(service);
});
afterAll(() => service.close());

async function linkOf({ jobId }: LocalPullRequest): Promise<URL> {
  return new URL(String((await client.agent(`job/${jobId}`)).json?.prLink));
}

async function open(link: URL): Promise<Answer> {
  return client.call(link.pathname + link.search, { key: null });
}

describe("the page of a local pull request", () => {
  it("opens with its link, without a key, and shows everything that a reviewer needs", async () => {
    const pullRequest = await addPullRequest(service, { title: "Rename it", branch: "docs/rename-it" });
    const page = await open(await linkOf(pullRequest));
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    for (const part of [
      "Rename it",
      ">Open<",
      "docs/rename-it",
      "<code>main</code>",
      "<strong>prose</strong>",
      "Rename workspace to project",
      "Links resolve: 12 checked, no new problems",
      "guides/install.md",
      `docwright pr merge ${pullRequest.jobId}`,
    ])
      expect(page.text, part).toContain(part);
  });

  it("R26: is limited per client address", async () => {
    const clock = createManualClock(Date.now());
    const limited = await openHttp({ clock, settings: { trustedProxies: ["127.0.0.1"] } });
    try {
      const open = (address: string) =>
        fetch(`${limited.url}/pull-requests/prj_x/job_x/1?sig=x`, {
          headers: { "x-forwarded-for": address },
        });
      for (let index = 0; index < limits.rate.pagesPerMinute; index++)
        expect((await open(`2001:db8::${index.toString(16)}`)).status).toBe(404);
      const refused = await open("2001:db8::ffff");
      expect(refused.status).toBe(429);
      expect(refused.headers.get("ratelimit-policy")).toBe('"pages";q=120;w=60');
      expect((await open("2001:db8:0:1::1")).status).toBe(404);
    } finally {
      await limited.close();
    }
  });

  it("shows drafts and final states", async () => {
    const draft = await addPullRequest(service, { draft: true });
    expect((await open(await linkOf(draft))).text).toContain(">Draft<");
    for (const state of ["merged", "closed"] as const) {
      const ended = await addPullRequest(service);
      await endPullRequest(service, ended, state);
      const { text } = await open(await linkOf(ended));
      expect(text).toContain(state === "merged" ? ">Merged<" : ">Closed<");
      expect(text).not.toContain("docwright pr merge");
    }
  });

  it("returns 404 for a signature that is wrong, missing, truncated or from another page", async () => {
    const [one, two] = [await addPullRequest(service), await addPullRequest(service)];
    const link = await linkOf(one);
    const other = await linkOf(two);
    const sig = link.searchParams.get("sig") ?? "";
    const until = link.searchParams.get("until") ?? "";
    const variants = [
      "",
      "?sig=",
      `?sig=${sig}`,
      `?sig=${sig}&until=`,
      `?sig=${sig}&until=9999-12-31`,
      `?sig=${sig.slice(0, -1)}&until=${until}`,
      `?sig=${sig.replace(/^./u, (first) => (first === "A" ? "B" : "A"))}&until=${until}`,
      `?sig=${"A".repeat(43)}&until=${until}`,
      `?sig=${sig}&sig=${sig}&until=${until}`,
      `?sig=${sig}&until=${until}&until=${until}`,
      other.search,
      `?SIG=${sig}&until=${until}`,
    ];
    const bodies = new Set<string>();
    for (const search of variants) {
      const answer = await client.call(link.pathname + search, { key: null });
      expect(answer.status, search).toBe(404);
      bodies.add(String(answer.json?.error));
    }
    for (const path of [
      `${link.pathname}0`,
      `${link.pathname}/`,
      link.pathname.replace(/\d+$/u, "0"),
      link.pathname.replace(/\d+$/u, "1e1"),
    ]) {
      const answer = await client.call(path + link.search, { key: null });
      expect(answer.status, path).toBe(404);
    }
    expect(bodies.size).toBe(1);
    // Correctly signed, for a pull request that does not exist.
    const links = createLinks({ baseUrl: () => service.url, secret, clock: service.clock });
    const missing = links.pullRequest({
      projectId: service.project.id,
      id: "job_none" as never,
      pullRequest: { number: 1, url: null, state: "open" },
      linkRevision: 0,
    });
    const answer = await open(new URL(String(missing)));
    expect([answer.status, bodies.has(String(answer.json?.error))]).toEqual([404, true]);
  });

  it("works until the last day of its link, and members of the project are always redirected", async () => {
    const clock = createManualClock(Date.UTC(2026, 10, 21, 9));
    const own = await openHttp({ clock });
    try {
      const member = await joinFirst(own);
      const pullRequest = await addPullRequest(own);
      const ownClient = await openClient(own);
      const read = async () =>
        new URL(String((await ownClient.agent(`job/${pullRequest.jobId}`)).json?.prLink));
      const link = await read();
      expect(link.searchParams.get("until")).toBe("2027-02-19");
      const visit = (url: URL, headers: Record<string, string> = {}) =>
        fetch(url, { redirect: "manual", headers });
      clock.advance(90.5 * dayMs);
      expect((await visit(link)).status).toBe(200);
      clock.advance(0.5 * dayMs);
      expect((await visit(link)).status).toBe(404);
      expect((await visit(await read())).status).toBe(200);
      const cookie = member.cookies();
      expect((await visit(link, { cookie })).status).toBe(302);
      expect((await visit(new URL(link.pathname, own.url), { cookie })).status).toBe(302);
    } finally {
      await own.close();
    }
  });

  it("opens with a link from an earlier version, until 90 days after the pull request was created", async () => {
    const clock = createManualClock(Date.UTC(2026, 10, 21, 9));
    const own = await openHttp({ clock });
    try {
      const { jobId, number } = await addPullRequest(own);
      const key = hkdfSync("sha256", secret, "", "docwright pull request page v1", 32);
      const sig = createHmac("sha256", Buffer.from(key))
        .update(`view pull request\n${own.project.id}\n${jobId}\n${number}`)
        .digest("base64url");
      const visit = () => fetch(`${own.url}/pull-requests/${own.project.id}/${jobId}/${number}?sig=${sig}`);
      clock.advance(90 * dayMs);
      expect((await visit()).status).toBe(200);
      clock.advance(dayMs);
      expect((await visit()).status).toBe(404);
    } finally {
      await own.close();
    }
  });

  it("stops working immediately when it is revoked, and the job has a new link", async () => {
    const pullRequest = await addPullRequest(service);
    const other = await linkOf(await addPullRequest(service));
    const link = await linkOf(pullRequest);
    const revoke = (job: string) => client.agent(`job/${job}/pull-request/revoke-links`, { method: "POST" });
    const revoked = new Set([link.href]);
    for (let round = 0; round < 2; round++) {
      const answer = await revoke(pullRequest.jobId);
      const fresh = new URL(String(answer.json?.prLink));
      expect(revoked.has(fresh.href)).toBe(false);
      expect(fresh).toEqual(await linkOf(pullRequest));
      for (const href of revoked) expect((await open(new URL(href))).status).toBe(404);
      expect((await open(fresh)).status).toBe(200);
      revoked.add(fresh.href);
    }
    expect((await open(other)).status).toBe(200);
    const without = await service.jobs.create({ projectId: service.project.id, prompt: "x" });
    expect((await revoke(without.id)).status).toBe(409);
  });

  it("rejects signatures made with another installation's secret", async () => {
    const pullRequest = await addPullRequest(service);
    const forged = createLinks({
      baseUrl: () => service.url,
      secret: `${secret}!`,
      clock: service.clock,
    }).pullRequest({
      projectId: service.project.id,
      id: pullRequest.jobId as never,
      pullRequest: { number: pullRequest.number, url: null, state: "open" },
      linkRevision: 0,
    });
    expect((await open(new URL(String(forged)))).status).toBe(404);
  });

  it("has a policy and headers that block scripts, third-party content and leaks", async () => {
    const page = await open(await linkOf(await addPullRequest(service)));
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("x-robots-tag")).toBe("noindex");
    const links = [...page.text.matchAll(/<link[^>]* href="([^"]+)"/gu)].map(([, href = ""]) => href);
    expect(links).toHaveLength(2);
    for (const href of links) {
      expect(href).toMatch(/^\.\.\/\.\.\/\.\.\/assets\//u);
      const asset = await fetch(new URL(href, `${service.url}/pull-requests/p/j/1`));
      expect([asset.status, asset.headers.get("cache-control")]).toEqual([
        200,
        "public, max-age=31536000, immutable",
      ]);
    }
  });

  /** The elements of our own markup. */
  const ownTags = new Set(
    "!doctype html head meta title link body header div p span h1 h2 h3 bdi code time main section ul ol li details summary table thead tbody tr th td pre strong em del ins b a blockquote hr br footer".split(
      " ",
    ),
  );

  function expectHarmless(text: string): void {
    const tags = [...text.matchAll(/<\/?([!a-zA-Z][a-zA-Z0-9]*)([^>]*)>/gu)];
    for (const [whole, tag = "", attributes = ""] of tags) {
      expect(ownTags.has(tag.toLowerCase()), whole).toBe(true);
      expect(attributes, whole).not.toMatch(/\son\w+\s*=|style\s*=|srcdoc|formaction/iu);
      const href = /\shref\s*=\s*"([^"]*)"/u.exec(attributes)?.[1];
      if (href !== undefined) expect(href).toMatch(/^(?:https?:\/\/|mailto:|#file-\d+$|\.\.\/)/u);
    }
  }

  it("shows hostile text as text everywhere", async () => {
    const attack = `"><script>alert(1)</script><img src=x onerror=alert(2)>'</title></style><svg/onload=alert(3)>&lt;`;
    const body = [
      attack,
      `[click](javascript:alert(1)) [data](data:text/html,<script>1</script>) [ok](https://docs.example.com/a?b=1&c="x")`,
      "<details><summary>a</summary>",
      "</details></details></section>",
      `![alt](https://evil.example.com/track.png "t") <a href="javascript:1">x</a> <javascript:alert(1)>`,
      `| ${attack} | b |\n|---|--:|\n| <b>c</b> | d |`,
      "```html\n<script>alert(4)</script>\n```",
      "- [x] done <iframe src=//evil.example.com>",
    ].join("\n\n");
    const hostile = {
      ...commit,
      diff: [
        `diff --git a/x b/x`,
        "new file mode 100644",
        "--- /dev/null",
        `+++ "b/<script>alert(5)<\\057script>.md"`,
        "@@ -0,0 +1,3 @@ <script>alert(6)</script>",
        `+${attack}`,
        "+\u202etxt.exe\u2066",
        "+diff --git a/fake b/fake",
        "",
      ].join("\n"),
      checks: [{ name: attack, ok: false, message: attack }],
      commits: [{ sha: "<b>".repeat(13), subject: attack, authorName: attack, at: 0 }],
    };
    const pullRequest = await addPullRequest(service, {
      title: attack,
      body,
      branch: "docs/hostile",
      commit: hostile,
    });
    const { text } = await open(await linkOf(pullRequest));
    expectHarmless(text);
    expect(text).toContain("&lt;script&gt;alert(6)&lt;/script&gt;");
    expect(text).toContain("[U+202E]txt.exe[U+2066]");
    expect(text).toContain('href="https://docs.example.com/a?b=1&amp;c=');
    expect(text.match(/<details class="file"/gu)).toHaveLength(1);
    expect(text.match(/<details/gu)?.length).toBe(text.match(/<\/details>/gu)?.length);
    expect(text.match(/<section/gu)?.length).toBe(text.match(/<\/section>/gu)?.length);
  });

  it("is rendered quickly even if its text is deeply nested", async () => {
    const size = hostLimits.bodyCharsMax;
    for (const mark of [">", "[", "*a", "![", "<a ", "`a ", "- ", "{", "(", "~~a", "> - "]) {
      const body = mark.repeat(Math.floor(size / mark.length));
      const pullRequest = await addPullRequest(service, {
        body,
        branch: `docs/deep-${mark.charCodeAt(0)}-${mark.length}`,
      });
      const link = await linkOf(pullRequest);
      const cpuMs = startCpuClock();
      const page = await open(link);
      expect(page.status).toBe(200);
      expect(cpuMs(), mark).toBeLessThan(2000);
      expectHarmless(page.text);
    }
  });

  it("limits the size of a large diff, and says where to find the rest", async () => {
    const { filesMax, linesMax, lineCharsMax } = limits.pages;
    const file = (name: string, lines: readonly string[]) =>
      [
        `diff --git a/${name} b/${name}`,
        `--- a/${name}`,
        `+++ b/${name}`,
        `@@ -0,0 +1,${lines.length} @@`,
        ...lines.map((line) => `+${line}`),
        "",
      ].join("\n");
    const long = Array.from({ length: linesMax + 500 }, (_, index) => `line ${index}`);
    const diff = [
      file("wide.md", ["x".repeat(lineCharsMax + 100)]),
      file("long.md", long),
      ...Array.from({ length: filesMax + 5 }, (_, index) => file(`f${index}.md`, ["a"])),
      "The diff is longer: it ends here.\n",
    ].join("");
    const many = Array.from({ length: filesMax + 7 }, (_, index) => ({
      path: `f${index}.md`,
      previousPath: null,
      status: "added" as const,
      additions: 1,
      deletions: 0,
    }));
    const pullRequest = await addPullRequest(service, {
      branch: "docs/large",
      commit: { ...commit, diff, files: many },
    });
    const { text } = await open(await linkOf(pullRequest));
    expect(text.length).toBeLessThan(8_000_000);
    expect(text).toContain(`${"x".repeat(lineCharsMax)}…`);
    expect(text).not.toContain("x".repeat(lineCharsMax + 1));
    expect(text).toContain("more lines not shown");
    expect(text).toContain("7 more files not shown");
    expect(text).toContain("The diff is longer: it ends here.");
    expect(text).toContain(`docwright job diff ${pullRequest.jobId}`);
    // Large files are collapsed.
    expect(text).toMatch(/<details class="file" id="file-1" open>/u);
    expect(text).toMatch(/<details class="file" id="file-2">/u);
  });

  it("shows a pull request without commits, files, checks or text", async () => {
    const bare = { ...commit, diff: "", files: [], checks: [], commits: [], commitCount: 0 };
    const pullRequest = await addPullRequest(service, { body: "", branch: "docs/bare", commit: bare });
    const page = await open(await linkOf(pullRequest));
    expect(page.status).toBe(200);
    expect(page.text).toContain("none ran");
  });
});
