import type { WireChanges } from "../../../src/http/wire/changes.ts";
import { Badge, Card } from "../ui/card.tsx";
import { CheckIcon, CrossIcon } from "../ui/icons.tsx";

/** The results of the checks, expanded if any check failed. */
export function Checks({ checks }: { readonly checks: WireChanges["checks"] }) {
  const failed = checks.filter(({ ok }) => !ok).length;
  return (
    <Card label="Checks">
      <details open={failed > 0} className="group">
        <summary className="flex list-none items-center justify-between gap-2 px-4 py-3 [&::-webkit-details-marker]:hidden">
          <h2 className="text-sm">Checks</h2>
          <Badge tone={failed === 0 ? "good" : "warn"}>
            {failed === 0 ? `${checks.length} passed` : `${failed} of ${checks.length} failed`}
          </Badge>
        </summary>
        <ul className="grid gap-2 border-t border-line px-4 py-3 text-sm">
          {checks.map(({ name, ok, message }) => (
            <li key={name} className="flex gap-2">
              {ok ? <CheckIcon className="mt-0.5 text-good" /> : <CrossIcon className="mt-0.5 text-warn" />}
              <span className="min-w-0 text-quiet wrap-anywhere">
                <span className="sr-only">{ok ? "Passed: " : "Failed: "}</span>
                <bdi>{message}</bdi>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
