import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../../scripts/root.ts";
import { buildWeb } from "../../scripts/web.js";
import { openBrowser } from "../support/browser.ts";
import { openPage } from "../support/dashboard.ts";
import { joinFirst } from "../support/dashboard-client.ts";
import { type HttpService, openHttp } from "../support/http.ts";
import { carryOutTurn } from "../support/http-turns.ts";
import { openRelay, type Relay } from "../support/relay.ts";

/** A job's page on a network that fails: without a worker, so that a job stays where a test puts it. */
let service: HttpService;
let relay: Relay;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  await buildWeb(root, process.execPath);
  service = await openHttp();
  relay = await openRelay(service.port);
  browser = await openBrowser();
  context = await browser.newContext({ baseURL: relay.url });
  const cookies = (await joinFirst(service)).cookies().split("; ");
  await context.addCookies(
    cookies.map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: relay.url };
    }),
  );
  ({ page } = await openPage(context, relay.url));
}, 180_000);
afterAll(async () => {
  await browser.close();
  await relay.close();
  await service.close();
});

async function openJob(prompt: string): Promise<string> {
  const { id } = await service.jobs.create({ projectId: service.project.id, prompt });
  await page.goto(`/projects/${service.project.id}/jobs/${id}`);
  await page.getByText("Active", { exact: true }).waitFor();
  return id;
}

it("a job's page goes on after a lost connection, from the last event that it saw", async () => {
  const id = await openJob("Go on after that");
  await expect.poll(() => relay.sent()).toContain("/events");
  relay.cut();
  await page.getByText("Reconnecting …").waitFor();
  await page.getByText("The service does not answer. Trying again …").waitFor();
  // What was there stays, and what happens meanwhile is told once it can be.
  await page.getByText("Go on after that").first().waitFor();
  await service.jobs.message(service.project.id, id, "Said while nobody heard");
  relay.mend();
  await page.getByText("Said while nobody heard").waitFor();
  await expect.poll(() => /^last-event-id: [1-9][0-9]*\r$/imu.test(relay.sent())).toBe(true);
  await carryOutTurn(service, id);
  await carryOutTurn(service, id);
  await page.getByText("Completed", { exact: true }).waitFor();
  await page.getByText("Reconnecting …").waitFor({ state: "detached" });
  await page.getByText("The service does not answer. Trying again …").waitFor({ state: "detached" });
  // Nothing is told twice.
  expect(await page.getByText("Done.", { exact: true }).count()).toBe(2);
});

it("a stream that is refused is opened again while the job is active", async () => {
  const stream = "**/events*";
  await page.route(stream, (route) => route.fulfill({ status: 503, body: "" }));
  const id = await openJob("Come back");
  await page.getByText("Reconnecting …").waitFor();
  await page.unroute(stream);
  await page.getByText("Reconnecting …").waitFor({ state: "detached" });
  await carryOutTurn(service, id);
  await page.getByText("Completed", { exact: true }).waitFor();
});

it("says what could not be loaded, and tries again when it is asked to", async () => {
  const id = await openJob("Fail once");
  for (const [call, show] of [
    ["messages", ""],
    ["changes", "?show=changes"],
  ] as const) {
    const address = `**/${id}/${call}*`;
    const body = '{"error":"It broke.","code":"internal"}';
    await page.route(address, (route) =>
      route.fulfill({ status: 500, contentType: "application/json", body }),
    );
    await page.goto(`/projects/${service.project.id}/jobs/${id}${show}`);
    await page.getByRole("alert").getByText("It broke.").waitFor();
    await page.unroute(address);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("It broke.").waitFor({ state: "detached" });
  }
});

it("says that one is offline, and is as before when one is not", async () => {
  const id = await openJob("Lose the network");
  await context.setOffline(true);
  await page.getByText("You are offline. What you see may be old.").waitFor();
  await context.setOffline(false);
  await page.getByText("You are offline. What you see may be old.").waitFor({ state: "detached" });
  await carryOutTurn(service, id);
  await page.getByText("Completed", { exact: true }).waitFor();
});
