import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Failure } from "./card.tsx";
import { Dialog } from "./dialog.tsx";

/** Asks before something that cannot be taken back, does it, and says where that failed. */
export function Confirm({
  title,
  keep,
  act,
  work,
  onDone,
  onClose,
  children,
}: {
  readonly title: string;
  /** On the button that does nothing. */
  readonly keep: string;
  readonly act: string;
  readonly work: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** What will be. */
  readonly children: ReactNode;
}) {
  const doing = useMutation({
    mutationFn: work,
    // What it answers may be a secret, which is shown by whoever asked and kept by nobody.
    gcTime: 0,
    onSuccess: () => {
      onClose();
      onDone();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-quiet">{children}</p>
      {doing.error !== null && (
        <div className="mt-3">
          <Failure error={doing.error} />
        </div>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{keep}</Button>
        <Button kind="danger" busy={doing.isPending} onClick={() => doing.mutate()}>
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
