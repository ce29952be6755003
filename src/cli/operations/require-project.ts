import type { App } from "../../compose.ts";
import { AppError } from "../../errors.ts";

/** `not_found` says how to see the projects that there are. */
export async function getProject(app: Pick<App, "config" | "projects">, id: string) {
  const project = await app.projects.find(id);
  if (project === null)
    throw new AppError(
      "not_found",
      `There is no project ${id} in ${app.config.data}. docwright project list shows them; --data names another folder.`,
    );
  return project;
}

/** `invalid_request` for a model whose jobs would all fail. */
export function checkModel(app: Pick<App, "isModel">, model: string | undefined): void {
  if (model === undefined || app.isModel(model)) return;
  const message = `There is no model ${model} here. Name builtin/editor, anthropic/…, openai/…, google/… or openai-compatible/…, or an agent of DOCWRIGHT_ACP_AGENTS as acp/….`;
  throw new AppError("invalid_request", message);
}
