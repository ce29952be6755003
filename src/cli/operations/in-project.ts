import type { App } from "../../compose.ts";
import { AppError } from "../../errors.ts";
import { providerNames } from "../../model-providers.ts";

type ProjectId = Awaited<ReturnType<App["projects"]["list"]>>[number]["id"];

/** The same functions, for the ID of any project that a person typed. */
type InProject<Area, Name extends keyof Area> = {
  readonly [Key in Name]: Area[Key] extends (projectId: ProjectId, ...rest: infer Rest) => infer Result
    ? (projectId: string, ...rest: Rest) => Promise<Awaited<Result>>
    : never;
};

/** Returns some of an area's functions, which first check that the project exists. See `getProject`. */
export function inProject<Area extends object, Name extends keyof Area>(
  app: Pick<App, "config" | "projects">,
  area: Area,
  ...names: readonly Name[]
): InProject<Area, Name> {
  const checked = names.map((name) => {
    const run = area[name] as (projectId: ProjectId, ...rest: readonly unknown[]) => unknown;
    return [
      name,
      async (id: string, ...rest: readonly unknown[]) => run((await getProject(app, id)).id, ...rest),
    ];
  });
  return Object.fromEntries(checked) as InProject<Area, Name>;
}

/** Throws `not_found` with a hint on how to list the projects. */
export async function getProject(app: Pick<App, "config" | "projects">, id: string) {
  const project = await app.projects.find(id);
  if (project === null)
    throw new AppError(
      "not_found",
      `Project ${id} not found in ${app.config.data}. List the projects with docwright project list, or choose another folder with --data.`,
    );
  return project;
}

/** Throws `invalid_request` for a model that is not available here, since all its jobs would fail. */
export function checkModel(app: Pick<App, "isModel">, model: string | undefined): void {
  if (model === undefined || app.isModel(model)) return;
  const forms = ["builtin/editor", ...providerNames.map((name) => `${name}/…`)];
  const message = `This installation has no model ${model}. Use ${forms.slice(0, -1).join(", ")} or ${forms.at(-1)}, or acp/… for an agent in DOCWRIGHT_ACP_AGENTS.`;
  throw new AppError("invalid_request", message);
}
