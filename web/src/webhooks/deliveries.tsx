import { useQuery } from "@tanstack/react-query";
import type { WireDelivery } from "../../../src/http/wire/dashboard-webhooks.ts";
import { Badge, Failure, Lines, type Tone } from "../ui/card.tsx";
import { Time } from "../ui/time.tsx";
import { deliveriesQuery } from "./queries.ts";

/** The newest deliveries of a webhook: what was sent, what was answered, and when it is tried again. */
export function Deliveries({
  projectId,
  webhookId,
  name,
}: {
  readonly projectId: string;
  readonly webhookId: string;
  readonly name: string;
}) {
  const { data, error, refetch } = useQuery(deliveriesQuery(projectId, webhookId));
  return (
    <section
      aria-label={`Deliveries to ${name}`}
      className="mt-2 rounded-control border border-line bg-sunken/40"
    >
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Lines count={2} className="h-11" />}
      {data?.length === 0 && (
        <p className="px-4 py-3 text-sm text-quiet">
          Nothing was sent yet. A test tells whether the address works.
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="max-h-80 divide-y divide-line overflow-y-auto">
          {data.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ delivery }: { readonly delivery: WireDelivery }) {
  const { id, type, attempts, lastStatus, createdAt, nextAt } = delivery;
  const { words, tone } = standOf(delivery);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <span className="w-24 flex-none">
        <Badge tone={tone}>{words}</Badge>
      </span>
      <span className="min-w-0 flex-1 basis-40">
        <span className="font-medium">{type}</span>
        <span className="text-quiet">
          {lastStatus !== null && ` · answered ${lastStatus}`}
          {reasonOf(delivery)}
          {attempts > 1 && ` · ${attempts} attempts`}
          {nextAt !== null && attempts > 0 && (
            <>
              {" · "}
              {Date.parse(nextAt) > Date.now() ? (
                <Time at={nextAt} prefix="next attempt " />
              ) : (
                "next attempt is due"
              )}
            </>
          )}
        </span>
      </span>
      <code className="hidden font-mono text-xs text-quiet md:inline" title="webhook-id">
        {id}
      </code>
      <span className="text-quiet max-sm:basis-full max-sm:pl-27">
        <Time at={createdAt} />
      </span>
    </li>
  );
}

function standOf({ status, attempts }: WireDelivery): { readonly words: string; readonly tone: Tone } {
  if (status === "delivered") return { words: "Delivered", tone: "good" };
  if (status === "failed") return { words: "Failed", tone: "bad" };
  return attempts === 0 ? { words: "On its way", tone: "accent" } : { words: "Retrying", tone: "warn" };
}

/** Why the last attempt failed, where the answer's status does not say it. */
function reasonOf({ lastStatus, lastError }: WireDelivery): string {
  if (lastError === "disabled") return " · given up: the webhook was paused";
  return lastError === null || lastStatus !== null ? "" : ` · ${lastError}`;
}
