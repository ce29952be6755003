import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { WireProject } from "../../../src/http/wire/dashboard.ts";
import { projectsQuery, sessionQuery } from "../api/queries.ts";
import { ButtonLink } from "../ui/button.tsx";
import { capitalize } from "../ui/capitalize.ts";
import { Badge, Card, Empty, Failure, Lines, PageHead } from "../ui/card.tsx";
import { repositoryName } from "../ui/repository.ts";
import { Time } from "../ui/time.tsx";
import { useTitle } from "../ui/title.ts";

export function Projects() {
  useTitle("Projects");
  const { data: projects, error, refetch } = useQuery(projectsQuery);
  const { data: session } = useQuery(sessionQuery);
  const isOwner = session?.person.isOwner === true;
  const createButton = isOwner ? (
    <ButtonLink to="/projects/new" kind="primary">
      New project
    </ButtonLink>
  ) : undefined;
  return (
    <>
      <PageHead
        title="Projects"
        about="A project is a documentation repository with its jobs, visitors and settings."
      >
        {createButton}
      </PageHead>
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      <Card>
        {projects === undefined && error === null && <Lines count={3} className="h-18" />}
        {projects?.length === 0 && (
          <Empty title="No projects yet" action={createButton}>
            {isOwner
              ? "Connect a documentation repository to get started."
              : "You don't have access to any projects. Ask an owner for an invitation."}
          </Empty>
        )}
        {projects !== undefined && projects.length > 0 && (
          <ul className="divide-y divide-line">
            {projects.map((project) => (
              <Row key={project.id} project={project} />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

function Row({ project }: { readonly project: WireProject }) {
  const { id, name, repositoryUrl, ref, defaultRef, createdAt, role } = project;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3.5 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          href={`/projects/${id}/jobs`}
          className="font-medium wrap-anywhere after:absolute after:inset-0"
        >
          <bdi>{name}</bdi>
        </Link>
        <p className="truncate text-sm text-quiet">
          <bdi>{repositoryName(repositoryUrl)}</bdi>
        </p>
      </div>
      <code className="max-w-full truncate rounded bg-sunken px-1.5 py-0.5 font-mono text-xs text-quiet">
        {ref ?? defaultRef ?? "default branch"}
      </code>
      {role !== "owner" && <Badge tone="neutral">{capitalize(role)}</Badge>}
      <span className="w-28 text-right text-sm text-quiet max-sm:hidden">
        <Time at={createdAt} />
      </span>
    </li>
  );
}
