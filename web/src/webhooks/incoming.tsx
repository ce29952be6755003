import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WireProject } from "../../../src/http/wire/dashboard.ts";
import type { HookHost, WireHookDelivery, WireIncoming } from "../../../src/http/wire/dashboard-webhooks.ts";
import { call } from "../api/call.ts";
import { queryClient } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Badge, Card, Failure, Lines } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { SelectField, valuesOf } from "../ui/field.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";
import { Time } from "../ui/time.tsx";
import { hostOf, hosts, nameOfHost } from "./hosts.ts";
import { incomingPath, incomingQuery } from "./queries.ts";

interface Secret {
  readonly host: HookHost;
  readonly secret: string;
}

/** What the code host tells of the project's pull requests, and how it is told to. */
export function Incoming({ project }: { readonly project: WireProject }) {
  const { data, error, refetch } = useQuery(incomingQuery(project.id));
  const [secret, setSecret] = useState<Secret | null>(null);
  const again = () => queryClient.invalidateQueries({ queryKey: incomingQuery(project.id).queryKey });
  const make = useMutation({
    mutationFn: (body: { readonly host: HookHost; readonly rotate: boolean }) =>
      call<{ secret: string }>(incomingPath(project.id), { body }),
    gcTime: 0,
    onSuccess: (made, { host }) => {
      setSecret({ host, secret: made.secret });
      return again();
    },
  });
  const isOwner = project.role === "owner";
  return (
    <section aria-label="Received from the code host" className="grid gap-4">
      <div>
        <h2 className="text-lg">Received from the code host</h2>
        <p className="max-w-3xl text-quiet">
          It tells at once of merges, comments and checks, which otherwise are looked for every few minutes.
        </p>
      </div>
      {secret !== null && data !== undefined && (
        <NewSecret secret={secret} address={data.addresses[secret.host]} onDone={() => setSecret(null)} />
      )}
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {make.error !== null && <Failure error={make.error} />}
      <Card label="Code hosts">
        {data === undefined && error === null && <Lines count={1} className="h-22" />}
        {data?.hooks.map(({ host, createdAt }) => (
          <Host
            key={host}
            host={host}
            createdAt={createdAt}
            address={data.addresses[host]}
            project={project}
            rotate={() => make.mutateAsync({ host, rotate: true })}
            onRemoved={() => {
              setSecret(null);
              void again();
            }}
          />
        ))}
        {data !== undefined && isOwner && data.hooks.length < hosts.length && (
          <SetUp
            incoming={data}
            project={project}
            busy={make.isPending}
            onMake={(host) => make.mutate({ host, rotate: false })}
          />
        )}
        {data?.hooks.length === 0 && !isOwner && (
          <p className="p-5 text-quiet">Nothing is received. An owner of this installation can set it up.</p>
        )}
      </Card>
      {data !== undefined && data.hooks.length > 0 && <Received deliveries={data.deliveries} />}
    </section>
  );
}

function NewSecret({
  secret: { host, secret },
  address,
  onDone,
}: {
  readonly secret: Secret;
  readonly address: string;
  readonly onDone: () => void;
}) {
  const about = hosts.find(({ id }) => id === host);
  return (
    <ShownOnce
      title={`Add a webhook at ${nameOfHost(host)} now`}
      label="The new secret"
      secret={secret}
      what="the secret"
      onDone={onDone}
    >
      <p>{about?.steps} The secret is shown this once.</p>
      <p className="mt-2">
        <span className="font-medium">Events:</span> {about?.events}
      </p>
      <p className="mt-2">
        Repositories that automations watch take the same address and secret, with the event {about?.pushes}.
      </p>
      <div className="mt-3 grid gap-1">
        <p className="text-sm font-medium">Address</p>
        <CopyLine text={address} what="the webhook's address" onTint />
      </div>
      <p className="mt-3 text-sm font-medium">Secret</p>
    </ShownOnce>
  );
}

function Host({
  host,
  createdAt,
  address,
  project,
  rotate,
  onRemoved,
}: {
  readonly host: HookHost;
  readonly createdAt: string;
  readonly address: string;
  readonly project: WireProject;
  readonly rotate: () => Promise<unknown>;
  readonly onRemoved: () => void;
}) {
  const [asks, setAsks] = useState<"rotate" | "remove" | null>(null);
  const name = nameOfHost(host);
  return (
    <div className="grid gap-2 border-b border-line px-5 py-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <h3 className="min-w-0 flex-1 text-base">
          {name}{" "}
          <span className="text-sm font-normal text-quiet">
            <Time at={createdAt} prefix="· secret made " />
          </span>
        </h3>
        {project.role === "owner" && (
          <>
            <Button small onClick={() => setAsks("rotate")} aria-label={`New secret for ${name}`}>
              New secret
            </Button>
            <Button small onClick={() => setAsks("remove")} aria-label={`Stop hearing ${name}`}>
              Stop
            </Button>
          </>
        )}
      </div>
      <CopyLine text={address} what={`the address for ${name}`} />
      {asks === "rotate" && (
        <Confirm
          title="Make a new secret?"
          keep="Not now"
          act="Make a new secret"
          work={rotate}
          onDone={() => undefined}
          onClose={() => setAsks(null)}
        >
          Give it to {name} within a day: until then the former one is taken as well.
        </Confirm>
      )}
      {asks === "remove" && (
        <Confirm
          title={`Stop hearing ${name}?`}
          keep="Keep it"
          act="Stop hearing it"
          work={() => call(`${incomingPath(project.id)}/${host}/remove`, { method: "POST" })}
          onDone={onRemoved}
          onClose={() => setAsks(null)}
        >
          What it sends is refused from this moment on. Remove the webhook there as well.
        </Confirm>
      )}
    </div>
  );
}

function SetUp({
  incoming,
  project,
  busy,
  onMake,
}: {
  readonly incoming: WireIncoming;
  readonly project: WireProject;
  readonly busy: boolean;
  readonly onMake: (host: HookHost) => void;
}) {
  const left = hosts.filter(({ id }) => !incoming.hooks.some(({ host }) => host === id));
  const guess = hostOf(project.repositoryUrl);
  return (
    <form
      key={left.length}
      className="flex flex-wrap items-end gap-3 p-5"
      onSubmit={(event) => {
        event.preventDefault();
        const { host } = valuesOf(event.currentTarget);
        const chosen = left.find(({ id }) => id === host);
        if (chosen !== undefined) onMake(chosen.id);
      }}
    >
      <div className="w-full sm:w-64">
        <SelectField
          label={incoming.hooks.length === 0 ? "Where the repository is hosted" : "Another host"}
          name="host"
          defaultValue={left.some(({ id }) => id === guess) ? guess : left[0]?.id}
        >
          {left.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Button type="submit" busy={busy}>
        Set up
      </Button>
    </form>
  );
}

function Received({ deliveries }: { readonly deliveries: readonly WireHookDelivery[] }) {
  return (
    <Card label="Last deliveries">
      <h3 className="border-b border-line px-5 py-3 text-base">Last deliveries</h3>
      {deliveries.length === 0 ? (
        <p className="px-5 py-4 text-quiet">
          Nothing has come yet. Once the webhook is added at the host, its first event appears here.
        </p>
      ) : (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto">
          {deliveries.map(({ id, host, subject, about, status, receivedAt }) => (
            <li
              key={`${host} ${id}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2 text-sm"
            >
              <span className="w-20 flex-none">
                <Badge tone={status === "done" ? "good" : status === "failed" ? "bad" : "accent"}>
                  {status === "done" ? "Taken" : status === "failed" ? "Failed" : "At work"}
                </Badge>
              </span>
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="font-medium capitalize">{about}</span>
                {" of "}
                <bdi>{subject.replace(/^number /u, "pull request #")}</bdi>
              </span>
              <span className="text-quiet max-sm:basis-full max-sm:pl-23">
                {nameOfHost(host)} · <Time at={receivedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
