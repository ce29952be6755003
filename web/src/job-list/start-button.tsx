import { Button } from "../ui/button.tsx";

/** Renders nothing if the reader can't start jobs. */
export function StartButton({ onStart }: { readonly onStart: (() => void) | null }) {
  if (onStart === null) return null;
  return (
    <Button kind="primary" onClick={onStart}>
      New job
    </Button>
  );
}
