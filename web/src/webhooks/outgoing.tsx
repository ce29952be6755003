import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WireProject } from "../../../src/http/wire/dashboard.ts";
import type { WireWebhook } from "../../../src/http/wire/dashboard-webhooks.ts";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Badge, Card, Empty, Failure, Lines } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { MoreIcon } from "../ui/icons.tsx";
import { Menu, MenuItem, MenuRule } from "../ui/menu.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";
import { Time } from "../ui/time.tsx";
import { Deliveries } from "./deliveries.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { lookAgain, webhooksPath, webhooksQuery } from "./queries.ts";

/** Who is told of the project's jobs. */
export function Outgoing({
  project,
  log,
  onLog,
  isMaking,
  onMaking,
}: {
  readonly project: WireProject;
  /** The webhook whose deliveries are shown. */
  readonly log: string | null;
  readonly onLog: (id: string | null) => void;
  readonly isMaking: boolean;
  readonly onMaking: (isMaking: boolean) => void;
}) {
  const { data, error, refetch } = useQuery(webhooksQuery(project.id));
  const [secret, setSecret] = useState<string | null>(null);
  const make =
    project.role === "owner" ? (
      <Button small kind="primary" onClick={() => onMaking(true)}>
        New webhook
      </Button>
    ) : undefined;
  return (
    <section aria-label="Sent to other services" className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg">Sent to other services</h2>
          <p className="text-quiet">
            A signed request for each event of a job, tried again until it is taken.
          </p>
        </div>
        {data !== undefined && data.length > 0 && make}
      </div>
      {secret !== null && (
        <ShownOnce
          title="Copy the signing secret now"
          label="The signing secret"
          secret={secret}
          what="the signing secret"
          onDone={() => setSecret(null)}
        >
          It is shown this once. The receiver verifies with it, after the Standard Webhooks specification.
        </ShownOnce>
      )}
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      <Card label="Webhooks">
        {data === undefined && error === null && <Lines count={1} className="h-22" />}
        {data?.length === 0 && (
          <Empty title="Nobody is told yet" action={make}>
            A webhook tells a chat, a build or a service of yours when a job is done, has failed, or has
            opened a pull request.
          </Empty>
        )}
        {data !== undefined && data.length > 0 && (
          <ul className="divide-y divide-line">
            {data.map((webhook) => (
              <Row
                key={webhook.id}
                webhook={webhook}
                project={project}
                showsLog={log === webhook.id}
                onLog={(shows) => onLog(shows ? webhook.id : null)}
                onSecret={setSecret}
              />
            ))}
          </ul>
        )}
      </Card>
      {isMaking && project.role === "owner" && (
        <NewWebhook
          projectId={project.id}
          onClose={() => onMaking(false)}
          onMade={(made) => {
            onMaking(false);
            setSecret(made);
          }}
        />
      )}
    </section>
  );
}

function Row({
  webhook,
  project,
  showsLog,
  onLog,
  onSecret,
}: {
  readonly webhook: WireWebhook;
  readonly project: WireProject;
  readonly showsLog: boolean;
  readonly onLog: (shows: boolean) => void;
  readonly onSecret: (secret: string) => void;
}) {
  const { id, url, events, createdAt, disabledAt } = webhook;
  const [asks, setAsks] = useState<"rotate" | "remove" | null>(null);
  const isPaused = disabledAt !== null;
  const path = `${webhooksPath(project.id)}/${id}`;
  const again = () => lookAgain(project.id);
  const test = useMutation({
    mutationFn: () => call(`${path}/test`, { method: "POST" }),
    onSuccess: () => {
      onLog(true);
      return again();
    },
  });
  const toggle = useMutation({
    mutationFn: () => call(`${path}/enabled`, { body: { enabled: isPaused } }),
    onSettled: again,
  });
  const failure = test.error ?? toggle.error;
  return (
    <li className="grid gap-1.5 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <h3 className="min-w-0 flex-1 text-base wrap-anywhere max-sm:basis-full">
          <bdi title={url} className="line-clamp-2">
            {url}
          </bdi>
          {isPaused && (
            <span className="mt-1 block">
              <Badge tone="warn">paused</Badge>
            </span>
          )}
        </h3>
        <Button
          small
          kind="quiet"
          aria-expanded={showsLog}
          onClick={() => onLog(!showsLog)}
          className="max-sm:-ml-2.5"
        >
          {showsLog ? "Hide deliveries" : "Deliveries"}
          <span className="sr-only"> to {url}</span>
        </Button>
        {project.role === "owner" && (
          <>
            <Button
              small
              busy={test.isPending}
              disabled={isPaused}
              onClick={() => test.mutate()}
              aria-label={`Send a test to ${url}`}
            >
              Send a test
            </Button>
            <Menu
              trigger={
                <Button small square kind="quiet" aria-label={`More for ${url}`} className="max-sm:ml-auto">
                  <MoreIcon />
                </Button>
              }
            >
              <MenuItem onSelect={() => toggle.mutate()}>{isPaused ? "Resume" : "Pause"}</MenuItem>
              <MenuItem onSelect={() => setAsks("rotate")}>New signing secret</MenuItem>
              <MenuRule />
              <MenuItem danger onSelect={() => setAsks("remove")}>
                Delete
              </MenuItem>
            </Menu>
          </>
        )}
      </div>
      <p className="text-sm wrap-anywhere text-quiet">
        {events.join(", ")} · <Time at={createdAt} prefix="added " />
        {disabledAt !== null && (
          <>
            {" · "}
            <Time at={disabledAt} prefix="nothing is sent since " />
          </>
        )}
      </p>
      {failure !== null && <Failure error={failure} />}
      {showsLog && (
        <Deliveries
          projectId={project.id}
          webhookId={id}
          name={url}
          mayRepeat={project.role === "owner" && !isPaused}
        />
      )}
      {asks === "rotate" && (
        <Confirm
          title="Make a new signing secret?"
          keep="Not now"
          act="Make a new secret"
          work={async () =>
            onSecret((await call<{ secret: string }>(`${path}/rotate`, { method: "POST" })).secret)
          }
          onDone={() => void again()}
          onClose={() => setAsks(null)}
        >
          For a day both sign, so that the receiver can change over. A paused webhook is resumed.
        </Confirm>
      )}
      {asks === "remove" && (
        <Confirm
          title="Delete this webhook?"
          keep="Keep it"
          act="Delete the webhook"
          work={() => call(`${path}/remove`, { method: "POST" })}
          onDone={() => void again()}
          onClose={() => setAsks(null)}
        >
          <bdi className="wrap-anywhere text-text">{url}</bdi> is told nothing more, also of what waits. Its
          log goes with it.
        </Confirm>
      )}
    </li>
  );
}
