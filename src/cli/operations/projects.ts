import type { AddProject, App } from "../../compose.ts";
import { AppError } from "../../errors.ts";
import { checkModel, getProject } from "./require-project.ts";

export type FoundDocs = Awaited<ReturnType<App["addProject"]>>["docs"];

export type HostKind = NonNullable<AddProject["hostKind"]>;

/** Repeats the host kinds from `#codehosts`, because a command must not load that package before it is needed. */
const everyHostKind: Readonly<Record<HostKind, true>> = {
  github: true,
  gitlab: true,
  gitea: true,
  bitbucket: true,
};
export const hostKinds = Object.keys(everyHostKind) as readonly HostKind[];

export interface ProjectRow {
  readonly id: string;
  readonly name: string;
  readonly repositoryUrl: string;
  readonly ref: string | null;
  readonly defaultRef: string | null;
}

interface SettingRow {
  /** `paths.allowed` */
  readonly name: string;
  readonly value: unknown;
  readonly description: string;
}

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scope: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** A stored credential, without its value, which is never shown. */
export interface CredentialRow {
  readonly kind: "model" | "code_host";
  readonly name: string;
  readonly createdAt: number;
}

export interface ProjectsOperations {
  "project.create": (input: {
    name: string;
    /** A URL, or an absolute path on this machine. */
    repository: string;
    ref?: string;
    model?: string;
    docsFolder?: string;
    /** The credential for the repository's code host. */
    credential?: string;
    hostKind?: HostKind;
  }) => Promise<{ project: ProjectRow; apiKey: string; docs: FoundDocs }>;
  "project.settings": (input: {
    projectId: string;
    /** See `Projects.changeSettings`; null only returns the settings. */
    change: unknown;
  }) => Promise<readonly SettingRow[]>;
  "project.delete": (input: { projectId: string; name: string }) => Promise<void>;
  "project.list": (input: Record<string, never>) => Promise<readonly ProjectRow[]>;
  "key.create": (input: {
    projectId: string;
    name: string;
    scope: "read" | "write" | "collect";
    expiresAt?: number;
    allowList?: readonly string[];
  }) => Promise<{ key: string; id: string; name: string; prefix: string }>;
  "key.list": (input: { projectId: string }) => Promise<readonly KeyRow[]>;
  "key.revoke": (input: { projectId: string; key: string }) => Promise<KeyRow>;
  "credential.set": (input: {
    projectId: string;
    kind: CredentialRow["kind"];
    name: string;
    value: string;
    hostKind?: HostKind;
  }) => Promise<CredentialRow>;
  "credential.list": (input: { projectId: string }) => Promise<readonly CredentialRow[]>;
  "credential.remove": (input: {
    projectId: string;
    kind: CredentialRow["kind"];
    name: string;
  }) => Promise<boolean>;
}

export function projectsOperations(app: App): ProjectsOperations {
  return {
    async "project.create"(input) {
      checkModel(app, input.model);
      const project = await app.addProject(input, "cli");
      const { key } = await app.projects.createKey(project.id, { name: "first key", scope: "write" });
      return { project, apiKey: key, docs: project.docs };
    },
    async "project.settings"({ projectId, change }) {
      const { projects } = app;
      const { id } = await getProject(app, projectId);
      const settings = await (change === null ? projects.settings(id) : projects.changeSettings(id, change));
      return projects.settingFields.map(({ name, description }) => {
        const [section = "", field = ""] = name.split(".");
        const fields: Readonly<Record<string, unknown>> = settings[section as keyof typeof settings];
        return { name, value: fields[field], description };
      });
    },
    async "project.delete"({ projectId, name }) {
      const project = await getProject(app, projectId);
      if (name !== project.name)
        throw new AppError(
          "invalid_request",
          `The project is named ${project.name}. Nothing was deleted. Check --project and --name.`,
        );
      await app.removeProject(project.id);
    },
    "project.list": () => app.projects.list(),
    async "key.create"({ projectId, ...input }) {
      const project = await getProject(app, projectId);
      const { key, apiKey } = await app.projects.createKey(project.id, input);
      return { key, id: apiKey.id, name: apiKey.name, prefix: apiKey.prefix };
    },
    async "key.list"({ projectId }) {
      return app.projects.listKeys((await getProject(app, projectId)).id);
    },
    async "key.revoke"({ projectId, key }) {
      return app.projects.revokeKey((await getProject(app, projectId)).id, key);
    },
    async "credential.set"({ projectId, value, hostKind, ...place }) {
      const project = await getProject(app, projectId);
      if (place.kind === "code_host") {
        const given = { value, ...(hostKind === undefined ? {} : { hostKind }) };
        const other = await app.setContextCredential(project, place.name, given);
        return other ?? app.setHostCredential(project, given);
      }
      return app.credentials.sealCredential({ ...place, projectId: project.id }, value);
    },
    async "credential.list"({ projectId }) {
      return app.credentials.listCredentials((await getProject(app, projectId)).id);
    },
    async "credential.remove"({ projectId, ...place }) {
      const project = await getProject(app, projectId);
      return app.credentials.removeCredential({ ...place, projectId: project.id });
    },
  };
}
