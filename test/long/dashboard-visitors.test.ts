import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Project } from "../../src/projects/index.ts";
import { findViolations } from "../support/axe.ts";
import { chrome } from "../support/collect.ts";
import { type Dashboard, openPage, visit } from "../support/dashboard.ts";
import { press } from "../support/keyboard.ts";
import { type OwnersBrowser, openOwnersBrowser } from "../support/owners-browser.ts";

let opened: OwnersBrowser;
let dashboard: Dashboard;
let page: Page;
let project: Project;

const dayMs = 86_400_000;
const region = (name: string) => page.getByRole("region", { name });
const button = (name: string | RegExp) => page.getByRole("button", { name });
/** Returns the paths in the table, in the order shown. */
const shown = () => region("Pages").locator("tbody tr td:first-child").allTextContents();

beforeAll(async () => {
  opened = await openOwnersBrowser({
    context: {
      viewport: { width: 1440, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
      timezoneId: "UTC",
    },
  });
  ({ dashboard, page } = opened);
  project = await dashboard.addProject("Docs");
  const { key } = await dashboard.app.projects.createKey(project.id, { name: "visits", scope: "write" });
  const now = Date.now();
  // Page n was visited by n people and by 25 - n agents. Twice as many people visited in the previous month.
  const numbers = Array.from({ length: 25 }, (_, index) => index + 1);
  const visits = numbers.flatMap((number) => [
    ...numbers
      .slice(0, number)
      .map((one) => ({ path: `/page-${number}`, ip: `203.0.1.${one}`, userAgent: chrome })),
    ...numbers.slice(number).map((one) => ({
      path: `/page-${number}`,
      ip: `203.0.2.${one}`,
      userAgent: one % 2 === 0 ? "claude-code/2.1.4 (cli)" : "PerplexityBot/1.0",
    })),
  ]);
  const earlier = Array.from({ length: 50 }, (_, index) => ({
    path: "/page-1",
    ip: `203.0.3.${index + 1}`,
    userAgent: chrome,
    timestamp: new Date(now - 45 * dayMs).toISOString(),
  }));
  const others = [
    { path: "/page-1", ip: "203.0.4.1", userAgent: "Googlebot/2.1 (+http://www.google.com/bot.html)" },
    {
      path: "/page-1",
      ip: "45.77.12.9",
      userAgent: "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
    },
  ];
  const response = await fetch(`${dashboard.url}/v1/analytics/${project.id}/events`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify([...visits, ...earlier, ...others]),
  });
  const { accepted } = (await response.json()) as { accepted: number };
  if (accepted !== visits.length + 52) throw new Error(`${accepted} visits were accepted`);
});
afterAll(() => opened.close());

describe("visitors, in a browser", () => {
  it("searches, sorts and paginates, and keeps this state in the URL", async () => {
    await visit(page, `/projects/${project.id}/visitors`);
    await region("Pages").getByRole("button", { name: "People" }).click();
    await expect.poll(async () => (await shown())[0]).toBe("/page-25");
    await button("Pages: next rows").click();
    await expect.poll(async () => (await shown())[0]).toBe("/page-15");
    await region("Pages").getByRole("button", { name: "People" }).click();
    await expect.poll(shown).toEqual(Array.from({ length: 10 }, (_, index) => `/page-${index + 1}`));
    await page.getByLabel("Search Pages").fill("E-2");
    const found = ["/page-2", "/page-20", "/page-21", "/page-22", "/page-23", "/page-24", "/page-25"];
    await expect.poll(shown).toEqual(found);
    await page.reload();
    await expect.poll(shown).toEqual(found);
    expect(await page.getByLabel("Search Pages").inputValue()).toBe("E-2");
    expect(await region("Pages").locator("th[aria-sort=ascending]").textContent()).toBe("People");
  });

  it("filters the whole report by kind", async () => {
    await visit(page, `/projects/${project.id}/visitors`);
    await page.getByRole("radio", { name: "AI agents" }).check({ force: true });
    await expect.poll(async () => (await shown()).slice(0, 3)).toEqual(["/page-1", "/page-2", "/page-3"]);
    expect(await region("Pages").locator("thead").textContent()).toBe("PageAI");
    expect(await region("Excluded bots").count()).toBe(0);
    expect(new URL(page.url()).searchParams.get("kind")).toBe("ai");
    await page.getByRole("radio", { name: "People" }).check({ force: true });
    await expect.poll(async () => (await shown())[0]).toBe("/page-25");
    expect(await region("AI agents").count()).toBe(0);
    // The chart's table for screen readers has one row per day. It must not make the page taller.
    await page.getByRole("radio", { name: "90 days" }).check({ force: true });
    await expect
      .poll(() => page.getByRole("table", { name: "Visitors over time" }).getByRole("row").count())
      .toBe(91);
    const end = "document.querySelector('main').getBoundingClientRect().bottom + scrollY";
    expect(
      await page.evaluate(`document.documentElement.scrollHeight - Math.max(innerHeight, ${end})`),
    ).toBeLessThan(2);
  });

  it("shows agents by name, operator and category, and how each was verified", async () => {
    await visit(page, `/projects/${project.id}/visitors`);
    const agents = region("AI agents");
    await agents.getByText("PerplexityBot").waitFor();
    // The verification is in another response, which may arrive later.
    await agents.locator("tbody tr").first().getByText("Claimed").waitFor();
    await agents.getByRole("radio", { name: "Operator" }).check({ force: true });
    await expect
      .poll(() => agents.locator("tbody tr td:first-child").allTextContents())
      .toEqual(["Anthropic", "Perplexity"]);
    await agents.getByRole("radio", { name: "Category" }).check({ force: true });
    await agents.getByText("coding agent").waitFor();
    expect(new URL(page.url()).searchParams.get("by")).toBe("category");
  });

  it("shows excluded bots with the reason and the matching rule", async () => {
    const left = region("Excluded bots");
    await expect
      .poll(() => left.locator("tbody").textContent())
      .toMatch(/Googlebotsearch engine · bot · bot:/u);
    expect(await left.locator("tbody").textContent()).toContain("unverified");
  });

  it("compares the visitors with those of the previous period", async () => {
    await visit(page, `/projects/${project.id}/visitors`);
    // 25 people visited in this period, and 50 in the previous thirty days.
    const people = region("Summary").locator("dl > div").nth(1);
    await expect.poll(() => people.textContent()).toBe("People25−50%");
    await region("Summary").getByText("Previous period").waitFor();
  });

  it("moves through the ranges with the arrow keys", async () => {
    await page.getByRole("radio", { name: "30 days" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/range=90d/u);
    await expect.poll(() => region("Summary").locator("dl > div").nth(1).textContent()).toMatch(/^People75/u);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(/range=7d/u);
  });

  it("labels hours and days without overlaps, even on a phone", async () => {
    for (const range of ["today", "7d", "30d", "12m"]) {
      await visit(page, `/projects/${project.id}/visitors?range=${range}`);
      await page.setViewportSize({ width: 390, height: 844 });
      const names = region("Summary").locator("figure svg").last().locator("text:visible");
      await expect.poll(() => names.count()).toBeGreaterThan(1);
      const boxes = await Promise.all((await names.all()).map((name) => name.boundingBox()));
      for (const [index, box] of boxes.entries()) {
        const before = boxes[index - 1];
        if (before) expect(box?.x, `${range} ${index}`).toBeGreaterThan(before.x + before.width);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, `/projects/${project.id}/visitors`);
  });

  it("shows how to set up recording, and then shows that visits arrive", async () => {
    await button("Set up").click();
    await page.getByText("Receiving visits: 49 visitors in the last 30 minutes").waitFor();
    await page.getByRole("radio", { name: "Edge worker" }).check({ force: true });
    const snippet = page.getByRole("region", { name: "snippet for Edge worker" });
    expect(await snippet.textContent()).toContain(`${dashboard.url}/v1/analytics/${project.id}/events`);
    expect(await page.getByRole("region", { name: "script tag" }).textContent()).toBe(
      `<script defer src="${dashboard.url}/script.js" data-project="${project.id}"></script>`,
    );
  });

  it("can be shared by a link that works without signing in until it is revoked", async () => {
    await visit(page, `/projects/${project.id}/visitors?range=all`);
    await button("Share").click();
    await page.getByLabel("Link name").fill("The docs team");
    await button("Create link").click();
    await button("Copy link").click();
    await button("Copied link").waitFor();
    const link = await page.evaluate<string>("navigator.clipboard.readText()");
    const stranger = await opened.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const { page: outside, faults: wrong } = await openPage(stranger, dashboard.url);
    await outside.goto(link);
    await outside.getByRole("heading", { name: "Visitors: Docs" }).waitFor();
    await outside.getByRole("region", { name: "Pages" }).getByText("/page-18").waitFor();
    await outside.getByRole("region", { name: "Pages" }).getByRole("button", { name: "People" }).click();
    await outside.waitForURL(/pages-sort=human#/u);
    for (const colorScheme of ["light", "dark"] as const) {
      await outside.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await findViolations(outside), colorScheme).toEqual([]);
    }
    await button("Revoke link The docs team").click();
    await page.getByText("No links yet.").waitFor();
    await outside.reload();
    await outside.getByRole("heading", { name: "Link unavailable" }).waitFor();
    const answer = await outside.goto(new URL("/shared", dashboard.url).href);
    expect(answer?.headers()["x-robots-tag"]).toBe("noindex");
    await outside.goto(`${dashboard.url}/projects/${project.id}/visitors`);
    await outside.getByLabel("Password").waitFor();
    expect(wrong).toEqual([]);
    await stranger.close();
  });

  it("shows the first visit within seconds and the same counts as the API, and downloads its CSV", async () => {
    const empty = await dashboard.addProject("Empty");
    const { key } = await dashboard.app.projects.createKey(empty.id, { name: "visits", scope: "write" });
    const api = `${dashboard.url}/v1/analytics/${empty.id}`;
    const authorization = `Bearer ${key}`;
    await visit(page, `/projects/${empty.id}/visitors`);
    await page.getByRole("heading", { name: "No visits yet" }).waitFor();
    const hostile = `/<img src=x onerror=alert(1)>/${"x".repeat(500)}`;
    const view = (path: string, ip: string, userAgent = chrome) => ({ path, ip, userAgent });
    const sent = await fetch(`${api}/events`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify([
        ...["203.0.113.1", "203.0.113.2", "203.0.113.3"].map((ip) => view("/guides/deploy", ip)),
        view("/quickstart", "203.0.113.1"),
        view(hostile, "203.0.113.2"),
        view("/quickstart", "203.0.113.9", "PerplexityBot/1.0"),
      ]),
    });
    expect(await sent.json()).toMatchObject({ accepted: 6 });

    await page.getByRole("heading", { name: "Pages" }).waitFor();
    const summary = page.getByRole("region", { name: "Summary" });
    // Three people and one agent visited. The page with the most visitors is first.
    await summary.getByText("4", { exact: true }).first().waitFor();
    await page.getByText("PerplexityBot").first().waitFor();
    const rows = page.getByRole("region", { name: "Pages" }).getByRole("row");
    await expect.poll(() => rows.nth(1).textContent()).toBe("/guides/deploy303");
    await page.getByRole("region", { name: "AI agents" }).getByText("Claimed").waitFor();
    for (const width of [390, 1440, 1280]) {
      await page.setViewportSize({ width, height: 860 });
      expect(await page.evaluate("document.documentElement.scrollWidth"), String(width)).toBe(width);
    }

    const downloading = page.waitForEvent("download");
    await press(page, "Download Pages as CSV");
    const file = readFileSync(await (await downloading).path(), "utf8");
    const answer = await fetch(`${api}/visitors`, { headers: { authorization, accept: "text/csv" } });
    expect(file).toBe(await answer.text());

    await page.getByRole("button", { name: "/guides/deploy" }).click();
    await page.waitForURL(/\?below=%2Fguides%2Fdeploy$/u);
    await summary.getByText("3", { exact: true }).first().waitFor();
  });

  it("uses UTC if the browser does not know its time zone", async () => {
    const lost = await page.context().newPage();
    await lost.addInitScript(`
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
      };
    `);
    await visit(lost, `/projects/${project.id}/visitors`);
    await lost.getByRole("region", { name: "Pages" }).getByText("/page-1", { exact: true }).waitFor();
    await lost.close();
  });

  it("causes no errors, no third-party requests and no policy violations", () => {
    expect(opened.faults).toEqual([]);
  });
});
