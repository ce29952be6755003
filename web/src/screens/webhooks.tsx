import { useQuery } from "@tanstack/react-query";
import { useAddress } from "../api/address.ts";
import { useProject } from "../api/queries.ts";
import { PageHead } from "../ui/card.tsx";
import { useTitle } from "../ui/title.ts";
import { Incoming } from "../webhooks/incoming.tsx";
import { Outgoing } from "../webhooks/outgoing.tsx";
import { webhooksQuery } from "../webhooks/queries.ts";

/** Who is told of the project's jobs, and who tells of its pull requests. Whose log is shown stands in the address. */
export function Webhooks({ projectId }: { readonly projectId: string }) {
  useTitle("Webhooks");
  const project = useProject(projectId);
  const { params, change } = useAddress();
  // What stands below waits until it is known how long the list above is: it would be pushed down by it.
  const { isPending } = useQuery(webhooksQuery(projectId));
  if (project === undefined || project === null) return null;
  return (
    <>
      <PageHead
        title="Webhooks"
        about="What this project tells other services, and what its code host tells it."
      />
      <div className="grid gap-9">
        <Outgoing
          project={project}
          log={params.get("log")}
          onLog={(id) => change({ log: id })}
          isMaking={params.get("new") !== null}
          onMaking={(isMaking) => change({ new: isMaking ? "1" : null })}
        />
        {!isPending && <Incoming project={project} />}
      </div>
    </>
  );
}
