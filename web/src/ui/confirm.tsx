import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Failure } from "./card.tsx";
import { Dialog } from "./dialog.tsx";
import { toast } from "./toast.ts";

/** Asks for confirmation, performs the action and shows its error. */
export function Confirm({
  title,
  act,
  work,
  done,
  onDone,
  onClose,
  children,
}: {
  readonly title: string;
  /** The label of the button that confirms. */
  readonly act: string;
  readonly work: () => Promise<unknown>;
  /** The message shown once the action has succeeded. */
  readonly done: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** The consequences. */
  readonly children: ReactNode;
}) {
  const action = useMutation({
    mutationFn: work,
    // The response may contain a secret, which must not be cached.
    gcTime: 0,
    onSuccess: () => {
      onClose();
      onDone();
      toast(done);
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-quiet">{children}</p>
      {action.error !== null && (
        <div className="mt-3">
          <Failure error={action.error} />
        </div>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={action.isPending} onClick={() => action.mutate()}>
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
