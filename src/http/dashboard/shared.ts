import type { ShareLink } from "../../analytics/index.ts";
import { AppError } from "../../errors.ts";
import type { Project } from "../../projects/index.ts";
import { answerJson } from "../answer.ts";
import type { Endpoint } from "../endpoint-spec.ts";
import { toWireRule, toWireShareLink, type WireShared } from "../wire/analytics.ts";
import { createShareBody, noBody } from "../wire/dashboard-inputs.ts";
import { type DashboardCall, type DashboardRoute, inProject } from "./route.ts";

/** The header of a call by link. Its token stands in no address: no log, proxy or referrer sees it. */
const tokenHeader = "docwright-share";

/** Links to a project's analytics: to make, to see and to revoke. */
export const shareRoutes = [
  inProject("member").get({
    path: "/dashboard/projects/{projectId}/shares",
    async handle({ deps, project }) {
      return { shares: (await deps.analytics.shareLinks.list(project.id)).map(toWireShareLink) };
    },
  }),

  inProject("member").post(createShareBody, {
    path: "/dashboard/projects/{projectId}/shares",
    async handle({ deps, project, body }) {
      const { name, expiresAt } = body;
      const { link, token } = await deps.analytics.shareLinks.create(project.id, {
        name,
        expiresAt: typeof expiresAt === "string" ? Date.parse(expiresAt) : null,
      });
      return { share: toWireShareLink(link), link: deps.links.sharedAnalytics(token) };
    },
  }),

  inProject("member").post(noBody, {
    path: "/dashboard/projects/{projectId}/shares/{id}/revoke",
    handle: ({ deps, project, param }) => deps.analytics.shareLinks.revoke(project.id, param("id")),
  }),
];

/** By which rules visits are told apart, for the names in the tables. */
export const recognitionRoute = inProject("viewer").get({
  path: "/dashboard/projects/{projectId}/recognition",
  handle: async ({ deps, project }) => ({
    rules: (await deps.analytics.counts.listRules(project.id)).map(toWireRule),
  }),
});

/** What a link opens: questions about the visitors of its project. Nothing else looks at its token. */
export function sharedRoutes(endpoints: readonly Endpoint[]): readonly DashboardRoute[] {
  const questions = endpoints.filter(
    ({ method, path }) => method === "get" && path.startsWith("/v1/analytics/{projectId}/"),
  );
  return [
    shared("/dashboard/shared", async (call, { link, project }) => {
      const body: WireShared = { project: project.name, ...toWireShareLink(link) };
      return answerJson(call.exchange, 200, JSON.stringify(body));
    }),
    shared("/dashboard/shared/recognition", async ({ exchange, deps }, { project }) => {
      const rules = (await deps.analytics.counts.listRules(project.id)).map(toWireRule);
      return answerJson(exchange, 200, JSON.stringify({ rules }));
    }),
    ...questions.map(({ path, rate, answer }) =>
      shared(path.replace("/v1/analytics/{projectId}/", "/dashboard/shared/"), (call, { link, project }) => {
        const { exchange, deps } = call;
        // Strangers with a link have a bound of their own: what they read is not taken from the project's programs.
        deps.charge(rate, exchange, `${project.id} shared`);
        const checkAccess = () => findShared(call);
        return answer({ exchange, deps, project, caller: link.id, origin: null, checkAccess, jobId: null });
      }),
    ),
  ];
}

interface Shared {
  readonly link: ShareLink;
  readonly project: Project;
}

function shared(
  path: string,
  answer: (call: DashboardCall, found: Shared) => Promise<Response>,
): DashboardRoute {
  return {
    method: "get",
    path,
    needs: "nothing",
    answer: async (call) => answer(call, await findShared(call)),
  };
}

/** One answer for every token that opens nothing, and each such try is counted as a guess. */
async function findShared({ exchange, deps }: DashboardCall): Promise<Shared> {
  const token = exchange.incoming.headers[tokenHeader];
  const link = typeof token === "string" ? await deps.analytics.shareLinks.find(token) : null;
  const project = link === null ? null : await deps.projects.find(link.projectId);
  if (link === null || project === null) {
    deps.signInRates.fromAddress(deps.clientAddress(exchange));
    throw new AppError("not_found", "This link has ended or was revoked. Ask for a new one.");
  }
  exchange.projectId = project.id;
  return { link, project };
}
