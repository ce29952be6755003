import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { WireDelivery } from "../../../src/http/wire/dashboard-webhooks.ts";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Badge, Failure, Lines, type Tone } from "../ui/card.tsx";
import { Time } from "../ui/time.tsx";
import { deliveriesQuery, lookAgain, webhooksPath } from "./queries.ts";

/** The newest deliveries of a webhook: what was sent, what was answered, and when it is tried again. */
export function Deliveries({
  projectId,
  webhookId,
  name,
  mayRepeat,
}: {
  readonly projectId: string;
  readonly webhookId: string;
  readonly name: string;
  /** The reader may send, and the webhook is not paused. */
  readonly mayRepeat: boolean;
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
            <Row key={delivery.id} delivery={delivery}>
              {mayRepeat && delivery.status !== "waiting" && (
                <Repeat projectId={projectId} webhookId={webhookId} delivery={delivery} />
              )}
            </Row>
          ))}
        </ul>
      )}
    </section>
  );
}

function Repeat({
  projectId,
  webhookId,
  delivery: { id, type },
}: {
  readonly projectId: string;
  readonly webhookId: string;
  readonly delivery: WireDelivery;
}) {
  const repeat = useMutation({
    mutationFn: () =>
      call(`${webhooksPath(projectId)}/${webhookId}/deliveries/${id}/again`, { method: "POST" }),
    onSettled: () => lookAgain(projectId),
  });
  return (
    <>
      <Button small kind="quiet" busy={repeat.isPending} onClick={() => repeat.mutate()}>
        Send again <span className="sr-only">{type}</span>
      </Button>
      {repeat.error !== null && (
        <span role="alert" className="basis-full text-bad">
          {repeat.error.message}
        </span>
      )}
    </>
  );
}

function Row({ delivery, children }: { readonly delivery: WireDelivery; readonly children: ReactNode }) {
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
      <span className="text-quiet max-sm:flex-1 max-sm:pl-27">
        <Time at={createdAt} />
      </span>
      {children}
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
