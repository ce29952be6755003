import type { RemoteKind } from "#codehosts/kinds";
import type { AddProject, App } from "../../compose.ts";
import { AppError } from "../../errors.ts";
import { checkModel, getProject, inProject } from "./in-project.ts";

/** A stored credential, without its value, which is never shown. */
export type CredentialRow = Awaited<ReturnType<App["credentials"]["listCredentials"]>>[number];

interface GivenCredential extends Pick<CredentialRow, "kind" | "name"> {
  readonly value: string;
  readonly hostKind?: RemoteKind;
}

export function projectOperations(app: App) {
  return {
    async create(input: AddProject) {
      checkModel(app, input.model);
      const project = await app.addProject(input, "cli");
      const { key } = await app.projects.createKey(project.id, { name: "first key", scope: "write" });
      return { project, apiKey: key, docs: project.docs };
    },
    /** If `change` is null, only returns the settings. See `Projects.changeSettings`. */
    async settings(projectId: string, change: unknown) {
      const { projects } = app;
      const { id } = await getProject(app, projectId);
      const settings = await (change === null ? projects.settings(id) : projects.changeSettings(id, change));
      return projects.settingFields.map(({ name, description }) => {
        const [section = "", field = ""] = name.split(".");
        const fields: Readonly<Record<string, unknown>> = settings[section as keyof typeof settings];
        return { name, value: fields[field], description };
      });
    },
    async delete(projectId: string, name: string) {
      const project = await getProject(app, projectId);
      if (name !== project.name)
        throw new AppError(
          "invalid_request",
          `The project is named ${project.name}. Nothing was deleted. Check --project and --name.`,
        );
      await app.removeProject(project.id);
    },
    list: () => app.projects.list(),
  };
}

export function credentialOperations(app: App) {
  return {
    list: inProject(app, app.credentials, "listCredentials").listCredentials,
    async set(projectId: string, { value, hostKind, ...place }: GivenCredential) {
      const project = await getProject(app, projectId);
      if (place.kind === "code_host") {
        const given = { value, ...(hostKind === undefined ? {} : { hostKind }) };
        const other = await app.setContextCredential(project, place.name, given);
        return other ?? app.setHostCredential(project, given);
      }
      return app.credentials.sealCredential({ ...place, projectId: project.id }, value);
    },
    async remove(projectId: string, place: Pick<CredentialRow, "kind" | "name">) {
      const project = await getProject(app, projectId);
      return app.credentials.removeCredential({ ...place, projectId: project.id });
    },
  };
}
