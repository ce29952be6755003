import { useMutation } from "@tanstack/react-query";
import type { Role, WireMember, WirePerson } from "../../../src/http/wire/dashboard.ts";
import { problemsOf } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { invitationsQuery, membersQuery, queryClient } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SelectField, TextField, valuesOf } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";

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

const roles: readonly (readonly [Role, string])[] = [
  ["member", "Member: works in this project"],
  ["viewer", "Viewer: looks at this project"],
  ["owner", "Owner: runs the whole installation"],
];

function RoleField({ initial }: { readonly initial: Role }) {
  return (
    <SelectField label="Role" name="role" defaultValue={initial}>
      {roles.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

/** Somebody's role in the project. It may be one's own: everything that was loaded is looked at again. */
export function ChangeRole({
  member: { person, role },
  projectId,
  onClose,
}: {
  readonly member: WireMember;
  readonly projectId: string;
  readonly onClose: () => void;
}) {
  const save = useMutation({
    mutationFn: (body: unknown) => call(`projects/${projectId}/members/${person.id}/role`, { body }),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries();
    },
  });
  return (
    <FormDialog
      title="Change the role"
      act="Change role"
      isSending={save.isPending}
      failure={save.error}
      onSubmit={(form) => save.mutate(valuesOf(form))}
      onClose={onClose}
    >
      <p className="text-quiet">
        Of <bdi className="wrap-anywhere text-text">{person.name}</bdi>, from this moment on.
        {role === "owner" && " Who is no owner any more keeps this project, and those they were invited to."}
      </p>
      <RoleField initial={role} />
    </FormDialog>
  );
}

export function Invite({ projectId, onClose }: { readonly projectId: string; readonly onClose: () => void }) {
  const invite = useMutation({
    mutationFn: (body: unknown) => call<{ link: string }>(`projects/${projectId}/invitations`, { body }),
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: invitationsQuery(projectId).queryKey }),
  });
  const { problems, failure } = problemsOf(invite.error, "email");
  if (invite.data !== undefined)
    return (
      <Dialog title="Send them this link" onClose={onClose}>
        <p className="mb-3 text-quiet">
          It lets one person in, once, within seven days. It is shown only now.
        </p>
        <CopyLine text={invite.data.link} what="the link" />
        <div className="mt-5 flex justify-end">
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      title="Invite someone"
      act="Make a link"
      isSending={invite.isPending}
      failure={failure}
      onSubmit={(form) => invite.mutate(valuesOf(form))}
      onClose={onClose}
    >
      <TextField
        label="E-mail address (optional)"
        name="email"
        type="email"
        autoComplete="off"
        autoFocus
        hint="Then only this address may join by the link, and it may sign in with a provider without it."
        problem={problems.email}
      />
      <RoleField initial="member" />
    </FormDialog>
  );
}
