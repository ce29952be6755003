import { isEnough } from "../../people/index.ts";
import type { Project, ProjectId } from "../../projects/index.ts";
import type { WireIssued } from "../wire/dashboard.ts";
import type { DashboardDeps } from "./route.ts";

type Deps = Pick<DashboardDeps, "people" | "projects" | "analytics">;

interface Issued extends WireIssued {
  readonly projectId: ProjectId;
}

/**
 * Lists the API keys and share links that a person created but could no longer create with a lower role in this
 * project. Keys and links in other projects are affected only if the person was an owner.
 */
export async function listIssued(
  { people, projects, analytics }: Deps,
  project: Project,
  personId: string,
): Promise<readonly Issued[]> {
  const member = (await people.listMembers(project.id)).find(({ person }) => person.id === personId);
  if (member === undefined) return [];
  const ownRoles = await people.listRoles({ ...member.person, isOwner: false });
  const keys = (await projects.listKeysBy(personId)).map((key) => ({ ...key, kind: "key" as const }));
  const shares = await analytics.shareLinks.listBy(personId);
  const issued: Issued[] = [];
  for (const one of [...keys, ...shares.map((share) => ({ ...share, kind: "share" as const }))]) {
    const { kind, id, name, projectId } = one;
    const isHere = projectId === project.id;
    const isElsewhere = member.role === "owner" && !isEnough(ownRoles?.get(projectId) ?? null, "member");
    const its = isHere ? project : isElsewhere ? await projects.find(projectId) : null;
    if (its !== null)
      issued.push({ kind, id, name, projectId, projectName: its.name, keptAs: isHere ? "member" : "owner" });
  }
  return issued;
}

/** Revokes the keys and links that an owner chose. */
export async function revokeIssued(
  { projects, analytics }: Deps,
  issued: readonly Issued[],
  ids: readonly string[] = [],
): Promise<void> {
  for (const { kind, id, projectId } of issued.filter((one) => ids.includes(one.id))) {
    if (kind === "key") await projects.revokeKey(projectId, id);
    else await analytics.shareLinks.revoke(projectId, id);
  }
}
