import { z } from "zod";
import { AppError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { ProjectId } from "../../projects/index.ts";
import type { PullRequestView } from "../../pull-requests/index.ts";
import { answerContent } from "../answer.ts";
import type { HttpOptions } from "../http.ts";
import type { OpenRoute } from "../open-route.ts";
import { problemRef, requestIdHeader } from "../openapi.ts";
import { parseDiff } from "./diff.ts";
import { renderPullRequest } from "./pull-request-view.ts";
import { answerPage } from "./shell.ts";

/**
 * The read-only page of a local pull request, opened by a signed link. Signed-in people with access to the project are
 * redirected to the dashboard, where they can merge or close it.
 */
export function pullRequestRoutes({
  links,
  people,
  pullRequestPage,
}: Pick<HttpOptions, "links" | "people" | "pullRequestPage">): readonly OpenRoute[] {
  const path = "/pull-requests/{projectId}/{jobId}/{number}";

  async function find(page: {
    projectId: string;
    jobId: string;
    number: string;
    signature: string;
  }): Promise<PullRequestView | null> {
    const { projectId, jobId, signature } = page;
    const number = /^[1-9][0-9]{0,8}$/u.test(page.number) ? Number(page.number) : 0;
    if (!links.opensPullRequest({ projectId, jobId, number }, signature)) return null;
    return pullRequestPage.find(projectId as ProjectId, jobId, number);
  }

  return [
    {
      method: "get",
      path,
      route: {
        method: "get",
        path,
        operationId: "getPullRequestPage",
        tags: ["Progress"],
        summary: "View a local pull request",
        description:
          "The URL, including its signature, is a job's `prLink`. It gives access to this page only.",
        security: [],
        request: {
          params: z.object({ projectId: z.string(), jobId: z.string(), number: z.string() }),
          query: z.object({ sig: z.string().meta({ description: "The signature of the URL." }) }),
        },
        responses: {
          200: {
            description: "The pull request as an HTML page.",
            headers: requestIdHeader,
            content: { "text/html": { schema: z.string() } },
          },
          404: problemRef("NotFound"),
        },
      },
      async answer(exchange, param) {
        const target = exchange.incoming.url ?? "";
        const signatures = new URLSearchParams(target.split("?", 2)[1]).getAll("sig");
        const view = await find({
          projectId: param("projectId"),
          jobId: param("jobId"),
          number: param("number"),
          signature: signatures.length === 1 ? (signatures[0] ?? "") : "",
        });
        if (view === null) throw new AppError("not_found", "Page not found, or the link is incomplete.");
        const session = await people.findSession(exchange.incoming.headers.cookie);
        if (session !== null && (await people.roleIn(session.person, view.projectId)) !== null)
          return answerContent(exchange, 302, {
            type: "text/plain; charset=utf-8",
            body: null,
            headers: { location: links.pullRequestScreen(view), vary: "cookie" },
          });
        const { number, title } = view;
        return answerPage(exchange, {
          title: `${title} · Pull request #${number}`,
          root: "../../../",
          body: renderPullRequest(view, parseDiff(view.diff, limits.pages)),
        });
      },
    },
  ];
}
