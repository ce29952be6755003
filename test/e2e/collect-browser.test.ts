import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ProjectId } from "../../src/projects/index.ts";
import { openBrowser } from "../support/browser.ts";
import { chrome, countedPages, countedTotal } from "../support/collect.ts";
import { addProject, type HttpService, openHttp } from "../support/http.ts";

let service: HttpService;
let browser: Browser;
let context: BrowserContext;
let site: Server;
let origin: string;
let projectId: ProjectId;

beforeAll(async () => {
  service = await openHttp();
  site = createServer((request, response) => {
    const path = request.url ?? "/";
    response.writeHead(path.startsWith("/gone") ? 404 : 200, { "content-type": "text/html" });
    response.end(pageOf(path));
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  browser = await openBrowser({ userAgent: chrome });
});
afterAll(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
  await service.close();
});
beforeEach(async () => {
  projectId = (await addProject(service.projects, "Docs")).id;
  await service.analytics.changeSettings(projectId, { allowedOrigins: [origin] });
  context = await browser.newContext();
  return () => context.close();
});

function pageOf(path: string): string {
  return `<!doctype html><title>${path}</title><script defer src="${service.url}/script.js" data-project="${projectId}"></script>`;
}

const views = () => countedTotal(service, projectId, "views");
const pages = async () => Object.keys(await countedPages(service, projectId)).sort();
const becomes = <T>(read: () => Promise<T>, expected: T) =>
  expect.poll(read, { interval: 20 }).toEqual(expected);

describe("the script in a browser (R50)", () => {
  it("R50: reports each page once, including pages shown with the history API", async () => {
    const page = await context.newPage();
    await page.goto(`${origin}/a?utm=1#top`);
    await becomes(pages, ["/a"]);
    await page.evaluate(`history.pushState({}, "", "/b?x=1");
      history.replaceState({}, "", "/b?x=2");
      location.hash = "part";`);
    await becomes(pages, ["/a", "/b"]);
    await page.evaluate('history.replaceState({}, "", "/c")');
    await becomes(views, 3);
    await page.goBack();
    await becomes(views, 4);
    await page.goBack();
    await becomes(views, 5);
    expect(await pages()).toEqual(["/a", "/b", "/c"]);
    expect(await countedTotal(service, projectId)).toBe(1);
  });

  it("R50: reports a page restored from the browser's back/forward cache", async () => {
    const page = await context.newPage();
    await page.goto(`${origin}/a`);
    await becomes(views, 1);
    for (const persisted of [false, true])
      await page.evaluate(`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: ${persisted} }))`);
    await becomes(views, 2);
  });

  it("R54: reports a prerendered page when it is shown, not before", async () => {
    // Prerendering is simulated, because only the browser decides whether to prerender a page.
    await context.addInitScript('Object.defineProperty(document, "prerendering", { value: true })');
    const page = await context.newPage();
    await page.goto(`${origin}/a`);
    const lookedAt = Date.now();
    await page.evaluate('document.dispatchEvent(new Event("prerenderingchange"))');
    await becomes(pages, ["/a"]);
    const query = {
      fromMs: lookedAt,
      toMs: Infinity,
      pathPrefix: null,
      measure: "views",
      by: "path",
    } as const;
    expect((await service.analytics.counts.count(projectId, query)).totals.total).toBe(1);
    expect(await views()).toBe(1);
  });

  it("R50: keeps a report that it could not send, and sends it when the visitor leaves the page", async () => {
    const page = await context.newPage();
    await page.goto(`${origin}/a`);
    await becomes(pages, ["/a"]);
    await page.evaluate(`{
      const real = navigator.sendBeacon.bind(navigator);
      navigator.sendBeacon = () => false;
      history.pushState({}, "", "/b");
      history.pushState({}, "", "/c");
      navigator.sendBeacon = real;
    }`);
    await page.goto("about:blank");
    await becomes(pages, ["/a", "/b", "/c"]);
    expect(await views()).toBe(3);
  });

  it("R50: works in a browser without beacons, and does not disturb the site's navigation", async () => {
    await context.addInitScript("delete Navigator.prototype.sendBeacon");
    const page = await context.newPage();
    await page.goto(`${origin}/a`);
    await becomes(pages, ["/a"]);
    await page.evaluate('history.pushState({}, "", "/b")');
    await becomes(pages, ["/a", "/b"]);
  });

  it("R50: sets no cookie, stores nothing, and honors Global Privacy Control", async () => {
    const page = await context.newPage();
    await page.goto(`${origin}/a`);
    await becomes(pages, ["/a"]);
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]")).toEqual([
      0,
      0,
      "",
    ]);
    await context.addInitScript(() =>
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
    );
    const sent: string[] = [];
    context.on("request", (request) => sent.push(request.url()));
    await page.goto(`${origin}/b`);
    await page.evaluate('history.pushState({}, "", "/c")');
    await page.goto("about:blank");
    expect(sent.filter((url) => url.includes("/v1/collect/"))).toEqual([]);
    expect(sent.some((url) => url.endsWith("/script.js"))).toBe(true);
  });

  it("R54: a page that is not found does not count as a view", async () => {
    const page = await context.newPage();
    await page.goto(`${origin}/gone`);
    await page.goto(`${origin}/a`);
    await becomes(pages, ["/a"]);
    expect(await views()).toBe(1);
  });
});
