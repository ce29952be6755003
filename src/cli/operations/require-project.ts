import type { App } from "../../compose.ts";
import { AppError } from "../../errors.ts";

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
  const message = `This installation has no model ${model}. Use builtin/editor, anthropic/…, openai/…, google/… or openai-compatible/…, or acp/… for an agent in DOCWRIGHT_ACP_AGENTS.`;
  throw new AppError("invalid_request", message);
}
