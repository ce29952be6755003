import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findViolations } from "../support/axe.ts";
import { untilSettled, visit } from "../support/dashboard.ts";
import { type OwnersBrowser, openOwnersBrowser } from "../support/owners-browser.ts";

let opened: OwnersBrowser;
let ids: { project: string; job: string };

beforeAll(async () => {
  opened = await openOwnersBrowser();
  const { app, repository } = opened.dashboard;
  const { id } = await app.addProject({ name: "Docs", repository }, "cli");
  const job = await app.jobs.create({ projectId: id, prompt: "rename Acme to Nimbus" });
  await vi.waitFor(async () => {
    const { pullRequest = null } = (await app.jobs.find(id, job.id)) ?? {};
    if (pullRequest === null) throw new Error("The job has no pull request yet.");
  }, 60_000);
  ids = { project: id, job: job.id };
});
afterAll(() => opened.close());

describe("every screen", () => {
  it.each([
    ["sign-in", "/sign-in"],
    ["projects", "/projects"],
    ["new project", "/projects/new"],
    ["account", "/account"],
    ["jobs", "/projects/{id}/jobs"],
    ["composer", "/projects/{id}/jobs?compose=1"],
    ["job", "/projects/{id}/jobs/{job}"],
    ["changes", "/projects/{id}/jobs/{job}?show=changes"],
    ["visitors", "/projects/{id}/visitors"],
    ["keys", "/projects/{id}/keys"],
    ["people", "/projects/{id}/people"],
    ["settings", "/projects/{id}/settings"],
    ["not found", "/projects/{id}/jobs/job_none"],
  ])("%s: axe-core reports no problems, in light or dark mode", async (_name, template) => {
    const { page } = opened;
    const path = template.replace("{id}", ids.project).replace("{job}", ids.job);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await visit(page, path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await untilSettled(page);
      expect(await findViolations(page), colorScheme).toEqual([]);
    }
  });
});
