import { EditIcon } from "../ui/icons.tsx";

/** The manual edits that the last turn left to people. */
export function ManualEdits({ left }: { readonly left: readonly string[] }) {
  return (
    <section aria-label="Manual edits needed" className="rounded-card bg-warn-soft px-4 py-3.5 text-sm">
      <h2 className="flex items-center gap-2 text-sm text-warn">
        <EditIcon />
        Manual edits needed
      </h2>
      <ul className="mt-2 grid gap-1.5">
        {left.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            <bdi>{sentence}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
