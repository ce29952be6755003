import { queryOptions, useQuery } from "@tanstack/react-query";
import type { WireProject, WireSettingsSection } from "../../../src/http/wire/dashboard.ts";
import { call } from "../api/call.ts";
import { projectsQuery, queryClient, sessionQuery, useProject } from "../api/queries.ts";
import { ModelKeys } from "../settings/model-keys.tsx";
import { RemoveProject } from "../settings/remove-project.tsx";
import { Repository } from "../settings/repository.tsx";
import { type Section, SectionForm } from "../settings/section-form.tsx";
import { SectionList } from "../settings/section-list.tsx";
import { labelOf, titleOf } from "../settings/setting.ts";
import { Card, Failure, Lines, PageHead } from "../ui/card.tsx";
import { useLeaveWarning } from "../ui/drafts.ts";
import { TimeZones } from "../ui/time-zones.tsx";
import { useTitle } from "../ui/title.ts";

interface Sections {
  readonly sections: readonly WireSettingsSection[];
}

const settingsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["settings", projectId],
    queryFn: ({ signal }) => call<Sections>(`projects/${projectId}/settings`, { signal }),
  });

/** The project's settings. Each section has its own URL, such as `#budget`. */
export function Settings({ projectId }: { readonly projectId: string }) {
  useTitle("Settings");
  useLeaveWarning("settings ");
  const project = useProject(projectId);
  const { data: session } = useQuery(sessionQuery);
  const { data, error, refetch } = useQuery(settingsQuery(projectId));
  if (project === undefined || project === null) return null;
  const isOwner = project.role === "owner";
  const general = generalSection(project, session?.defaultModel ?? "");
  const sections = (data?.sections ?? []).map((section) => toSection(projectId, section));
  const places = [
    ["repository", "Repository"],
    ...[general, ...sections].map(({ id, title }) => [id, title] as const),
    ["model-keys", "Model keys"],
    ...(isOwner ? [["delete", "Delete"] as const] : []),
  ] as const;
  return (
    <>
      <PageHead
        title="Settings"
        about={
          isOwner
            ? "Repository, agent and visitor settings"
            : "Repository, agent and visitor settings. Only owners can change them."
        }
      />
      <div className="gap-8 xl:grid xl:grid-cols-[minmax(0,42rem)_11rem]">
        <div className="grid min-w-0 gap-6">
          <Repository project={project} />
          <SectionForm key={general.id} section={general} projectId={projectId} mayChange={isOwner} />
          {error !== null && <Failure error={error} retry={() => void refetch()} />}
          {data === undefined && error === null && (
            <Card>
              <Lines count={4} />
            </Card>
          )}
          {sections.map((section) => (
            <SectionForm key={section.id} section={section} projectId={projectId} mayChange={isOwner} />
          ))}
          <ModelKeys project={project} />
          {isOwner && <RemoveProject project={project} />}
        </div>
        <SectionList sections={places} isLoaded={data !== undefined} />
      </div>
      <TimeZones />
    </>
  );
}

function toSection(projectId: string, wire: WireSettingsSection): Section {
  const { queryKey } = settingsQuery(projectId);
  return {
    ...wire,
    ...titleOf(wire),
    labelOf: (name) => labelOf(wire.id, name),
    async save(fields, confirmed) {
      const body = { section: wire.id, fields, confirmed };
      queryClient.setQueryData(queryKey, await call<Sections>(`projects/${projectId}/settings`, { body }));
    },
  };
}

const text = (standard = "") => ({ type: "string", default: standard });

/** The project's own fields, presented as a settings section. */
function generalSection(project: WireProject, defaultModel: string): Section {
  const { id, name, ref, defaultRef, docsFolder, model } = project;
  const values = { name, ref: ref ?? "", docsFolder: docsFolder ?? "", model: model ?? "" };
  const labels: Readonly<Record<string, string>> = {
    ...{ name: "Name", ref: "Branch", docsFolder: "Docs folder", model: "Model" },
  };
  return {
    id: "general",
    title: "General",
    about: "",
    labelOf: (field) => labels[field] ?? field,
    values,
    fields: [
      { name: "name", description: "The project's display name.", schema: text() },
      {
        name: "ref",
        description:
          "The branch to read docs from and open pull requests against. Leave blank to use the repository's default branch.",
        schema: text(defaultRef ?? ""),
      },
      {
        name: "docsFolder",
        description: "The folder that contains the docs. Leave blank to detect it automatically.",
        schema: text("Detected automatically"),
      },
      {
        name: "model",
        description: "In the form provider/model. Leave blank to use the server default.",
        schema: text(defaultModel),
      },
    ],
    async save(changed) {
      const saved = await call<WireProject>(`projects/${id}`, { body: { ...values, ...changed } });
      queryClient.setQueryData(projectsQuery.queryKey, (all) =>
        all?.map((project) => (project.id === saved.id ? saved : project)),
      );
    },
  };
}
