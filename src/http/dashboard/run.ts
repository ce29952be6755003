import { AppError } from "../../errors.ts";
import { isEnough, type Role, type Session } from "../../people/index.ts";
import type { Project } from "../../projects/index.ts";
import { type Exchange, isRead } from "../exchange.ts";
import type { DashboardDeps, DashboardRoute, Needs, ProjectCall } from "./route.ts";
import { requireSameOrigin } from "./same-origin.ts";

type Param = (name: string) => string;

/**
 * Runs a route after its checks, in this order: where the call came from, the session, the project and the role in it.
 * A project that someone does not belong to is one that does not exist.
 */
export function createRunDashboard(deps: DashboardDeps) {
  const { people, projects, links } = deps;

  async function findSession({ incoming }: Exchange): Promise<Session> {
    const session = await people.findSession(incoming.headers.cookie);
    if (session === null)
      throw new AppError("unauthorized", "You are not signed in, or not any more. Sign in.");
    return session;
  }

  async function findProject(
    session: Session,
    id: string,
    needed: Role,
  ): Promise<{ readonly project: Project; readonly role: Role }> {
    const project = await projects.find(id);
    const role = project === null ? null : await people.roleIn(session.person, project.id);
    if (project === null || role === null)
      throw new AppError("not_found", "There is no such project, or you do not belong to it.");
    if (!isEnough(role, needed))
      throw new AppError("forbidden", `As a ${role} you may not do that. Ask an owner of this installation.`);
    return { project, role };
  }

  async function check(exchange: Exchange, needs: Needs, param: Param): Promise<Partial<ProjectCall>> {
    if (needs === "nothing") return {};
    const session = await findSession(exchange);
    if (needs === "session") return { session };
    if (needs === "owner") {
      if (!session.person.isOwner)
        throw new AppError("forbidden", "Only owners of this installation may do that. Ask one of them.");
      return { session };
    }
    const found = await findProject(session, param("projectId"), needs.role);
    exchange.projectId = found.project.id;
    return { session, ...found };
  }

  return async (route: DashboardRoute, exchange: Exchange, param: Param): Promise<Response> => {
    if (!isRead(exchange.incoming.method)) requireSameOrigin(exchange, links.baseUrl());
    const checkAccess = () => check(exchange, route.needs, param);
    const known = await checkAccess();
    // What `needs` does not ask for is not there, and its route does not look at it.
    return route.answer({ exchange, deps, param, checkAccess, ...known } as ProjectCall);
  };
}
