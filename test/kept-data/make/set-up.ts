import { type Scene, tokenOf } from "./scene.ts";
import { type Json, readSampleDocs, type Service, type World } from "./world.ts";

const password = "correct horse battery";

/** People, projects, keys of every kind, settings in every section, and webhooks in both directions. */
export async function setUp(scene: Scene, service: Service): Promise<void> {
  const { world, ids, kept, screen } = scene;
  const { app, post } = service;
  await app.seedRepository(world.repository, readSampleDocs());
  await join(world, service, { name: "Ada", link: (await app.inviteFirstOwner()) ?? "" });
  const createProject = async (name: string): Promise<string> =>
    (await post("Ada", "/dashboard/projects", { name, repository: world.repository })).id;
  ids.docs = await createProject("Acme docs");
  ids.handbook = await createProject("Handbook");
  ids.old = await createProject("Old docs");
  await createKeys(scene, service);
  for (const [role, name] of [
    ["member", "Mia"],
    ["viewer", "Noor"],
  ] as const)
    await join(world, service, { name, ...(await post("Ada", screen("invitations"), { role })) });

  for (const [section, fields] of Object.entries(settingsOf(world)))
    await post("Ada", screen("settings"), { section, fields });
  await post("Ada", `/dashboard/projects/${ids.handbook}/settings`, {
    section: "visitors",
    fields: { basePath: "/handbook", keyRotation: "month", retentionDays: 100 },
  });
  await post("Ada", screen("model-keys"), { provider: "openai", key: "not-a-key-of-anybody" });
  const events = ["job.completed", "job.failed", "job.archived", "pull_request.opened"];
  for (const path of ["/jobs", "/broken", "/gone"])
    await post("Ada", screen("webhooks"), { url: world.receiver + path, events });
  const hook = { host: "github", rotate: false };
  kept.formerSecret = (await post("Ada", screen("incoming-webhooks"), hook)).secret;
}

async function join(
  world: World,
  { post }: Service,
  invited: { readonly name: string; readonly link: string },
): Promise<void> {
  const { name } = invited;
  const person = { email: `${name.toLowerCase()}@example.com`, password };
  const sameOrigin = { "sec-fetch-site": "same-origin" };
  await post(null, "/dashboard/join", { ...person, name, token: tokenOf(invited) }, sameOrigin);
  world.callers[name] = person;
}

async function createKeys({ world, ids, screen }: Scene, { post }: Service): Promise<void> {
  const create = async (
    project: string,
    fields: { readonly name: string; readonly [field: string]: Json },
  ) => {
    const created = await post("Ada", `/dashboard/projects/${project}/keys`, fields);
    world.callers[fields.name] = { key: created.key };
    return created.apiKey.id;
  };
  await create(ids.docs, { name: "CI", scope: "write" });
  await create(ids.docs, { name: "Reports", scope: "read", allowList: ["127.0.0.0/8", "::1"] });
  await create(ids.docs, { name: "Edge", scope: "collect" });
  await create(ids.docs, { name: "Office", scope: "read", allowList: ["192.0.2.0/24", "2001:db8::/32"] });
  await create(ids.docs, { name: "Trial", scope: "write", expiresAt: "2026-09-01T00:00:00.000Z" });
  await create(ids.docs, { name: "Next year", scope: "read", expiresAt: "2027-12-31T00:00:00.000Z" });
  const laptop = await create(ids.docs, { name: "Laptop", scope: "write" });
  await post("Ada", screen(`keys/${laptop}/revoke`));
  await create(ids.handbook, { name: "Handbook", scope: "write" });
  await create(ids.old, { name: "Old", scope: "write" });
}

/** At least one non-default field in each section. */
const settingsOf = ({ repository }: World): Readonly<Record<string, object>> => ({
  budget: { steps: 40, usd: 2.5 },
  paths: { allowed: ["package.json", "src/pages/index.tsx"] },
  "pull-requests": {
    labels: ["docs"],
    title: "docs: {{title}}",
    branch: "docs/{{slug}}-{{id}}",
    body: "{{body}}\n\n{{followUp}}",
    authorName: "Acme docs",
  },
  conversations: { mention: "acme-docs", failedChecks: true, pollMinutes: 15 },
  "context-repositories": { repositories: [{ name: "docs", url: `file://${repository}`, ref: "main" }] },
  visitors: { allowedOrigins: ["https://docs.example.com"], timeZone: "Europe/Berlin" },
});
