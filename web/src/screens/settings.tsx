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

/** Each section has an address, `#budget`. */
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
            ? "What the agent works on and how, and what is counted."
            : "What the agent works on and how. Owners of this installation can change it."
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
        <SectionList sections={places} isWhole={data !== undefined} />
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
    async save(fields) {
      const body = { section: wire.id, fields };
      queryClient.setQueryData(queryKey, await call<Sections>(`projects/${projectId}/settings`, { body }));
    },
  };
}

const text = (standard = "") => ({ type: "string", default: standard });

/** What a project was made with, as a section like the others. */
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
      { name: "name", description: "What people call the project.", schema: text() },
      {
        name: "ref",
        description:
          "The docs are read from it, and pull requests go into it. Empty follows the repository's default branch.",
        schema: text(defaultRef ?? ""),
      },
      {
        name: "docsFolder",
        description: "Where the docs lie in the repository. Empty finds them.",
        schema: text("found by itself"),
      },
      {
        name: "model",
        description: "As provider/model. Empty follows the installation's.",
        schema: text(defaultModel),
      },
    ],
    async save(changed) {
      const saved = await call<WireProject>(`projects/${id}`, { body: { ...values, ...changed } });
      queryClient.setQueryData(projectsQuery.queryKey, (all) =>
        all?.map((one) => (one.id === saved.id ? saved : one)),
      );
    },
  };
}
