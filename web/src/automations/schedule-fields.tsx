import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WireTrigger } from "../../../src/http/wire/dashboard-automations.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { SelectField, TextField } from "../ui/field.tsx";
import { useSettled } from "../ui/settled.ts";
import { TimeZones, timeZonesId } from "../ui/time-zones.tsx";
import { scheduleInWords } from "./schedule-words.ts";

type Schedule = Extract<WireTrigger, { type: "schedule" }>;

/** What most people want; everything else is written. */
const usual = ["0 9 * * *", "0 9 * * 1-5", "0 9 * * 1", "0 9 1 * *", "0 * * * *"] as const;
const settleMs = 250;

/** When it is due, in whose time, and what that comes to. */
export function ScheduleFields({
  projectId,
  saved,
  problem,
}: {
  readonly projectId: string;
  readonly saved: Schedule | null;
  readonly problem: string | undefined;
}) {
  const [cron, setCron] = useState(saved?.cron ?? "0 9 * * 1");
  const [timeZone, setTimeZone] = useState(
    saved?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  const isUsual = usual.some((one) => one === cron);
  return (
    <div className="grid gap-4 rounded-control border border-line bg-sunken/40 p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="How often"
          value={isUsual ? cron : ""}
          onChange={(event) => {
            if (event.currentTarget.value !== "") setCron(event.currentTarget.value);
          }}
        >
          {usual.map((one) => (
            <option key={one} value={one}>
              {scheduleInWords(one)}
            </option>
          ))}
          <option value="">As written</option>
        </SelectField>
        <TextField
          label="Time zone"
          name="timeZone"
          list={timeZonesId}
          value={timeZone}
          onChange={(event) => setTimeZone(event.currentTarget.value)}
          spellCheck={false}
        />
      </div>
      <TextField
        label="Schedule"
        name="cron"
        required
        value={cron}
        onChange={(event) => setCron(event.currentTarget.value)}
        spellCheck={false}
        autoComplete="off"
        className="font-mono"
        hint="Minute, hour, day of the month, month, day of the week: 30 17 * * 5 is Fridays at 17:30."
        problem={problem}
      />
      <Preview projectId={projectId} cron={cron} timeZone={timeZone} />
      <TimeZones />
    </div>
  );
}

/** The next runs, in words and in the schedule's own zone; or why it is no schedule. */
function Preview({
  projectId,
  ...written
}: {
  readonly projectId: string;
  readonly cron: string;
  readonly timeZone: string;
}) {
  const cron = useSettled(written.cron, settleMs);
  const timeZone = useSettled(written.timeZone, settleMs);
  const { data, error } = useQuery({
    queryKey: ["schedule", projectId, cron, timeZone],
    queryFn: ({ signal }) =>
      call<{ times: readonly string[] }>(`projects/${projectId}/schedule-preview`, {
        body: { cron, timeZone },
        signal,
      }),
    placeholderData: (before) => before,
  });
  const why =
    error instanceof ApiError ? (error.details.get("trigger.cron") ?? error.message) : error?.message;
  return (
    <div role="status" className="min-h-21 text-sm">
      {why !== undefined ? (
        <p className="text-bad wrap-anywhere">{why}</p>
      ) : (
        data !== undefined && (
          <>
            <p className="font-medium">Runs next on</p>
            <ul className="mt-0.5 text-quiet">
              {data.times.map((at) => (
                <li key={at}>
                  <time dateTime={at}>{inZone(at, timeZone)}</time>
                </li>
              ))}
            </ul>
          </>
        )
      )}
    </div>
  );
}

/** `Monday, 24 November 2026 at 09:00`; the service has said that there is such a zone. */
function inZone(at: string, timeZone: string): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat("en-GB", {
      ...{ weekday: "long", day: "numeric", month: "long", year: "numeric" },
      ...{ hour: "2-digit", minute: "2-digit", timeZoneName: "short", timeZone: zone },
    });
  try {
    return format(timeZone).format(new Date(at));
  } catch {
    // The service knows a zone that this browser does not: the moment is right in UTC too.
    return format("UTC").format(new Date(at));
  }
}
