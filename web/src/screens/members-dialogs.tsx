import { useMutation } from "@tanstack/react-query";
import type { WirePerson } from "../../../src/http/wire/dashboard.ts";
import { call } from "../api/call.ts";
import { membersQuery, queryClient } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface AboutMember {
  readonly person: WirePerson;
  readonly projectId: string;
  readonly onClose: () => void;
}

export function RemoveMember({ person, projectId, onClose }: AboutMember) {
  return (
    <Confirm
      title="Remove from the project?"
      keep="Keep them"
      act="Remove"
      work={() => call(`projects/${projectId}/members/${person.id}/remove`, { method: "POST" })}
      onDone={() => void queryClient.invalidateQueries({ queryKey: membersQuery(projectId).queryKey })}
      onClose={onClose}
    >
      <bdi className="wrap-anywhere text-text">{person.name}</bdi> cannot see this project any more, from this
      moment on. Their jobs and keys stay.
    </Confirm>
  );
}

/** For somebody who cannot sign in any more. The link is in no cache: it is shown by whoever asked for it, once. */
export function PasswordLink({ person, projectId, onClose }: AboutMember) {
  const make = useMutation({
    mutationFn: () =>
      call<{ link: string }>(`projects/${projectId}/members/${person.id}/recover`, { method: "POST" }),
    gcTime: 0,
  });
  return (
    <Dialog title="A link that sets a new password" onClose={onClose}>
      <p className="mb-3 text-quiet">
        <bdi className="wrap-anywhere text-text">{person.name}</bdi> sets a new password with it, once, within
        an hour. It ends all their sessions.
      </p>
      {make.data !== undefined && <CopyLine text={make.data.link} what="the link" />}
      {make.error !== null && <Failure error={make.error} />}
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{make.data === undefined ? "Cancel" : "Done"}</Button>
        {make.data === undefined && (
          <Button kind="primary" busy={make.isPending} onClick={() => make.mutate()}>
            Make the link
          </Button>
        )}
      </div>
    </Dialog>
  );
}
