import type { HostRow } from "./log-hosts.ts";

/** A remark about a log that may explain unexpected numbers. Shown by the import, `doctor` and the dashboard. */
export interface LogNote {
  readonly code: "other_hosts";
  readonly message: string;
}

/** Returns what a person should know about a log, given the report of its import. */
export function notesOf({ hosts }: { readonly hosts: readonly HostRow[] }): readonly LogNote[] {
  return [...noteOtherHosts(hosts)];
}

function noteOtherHosts(hosts: readonly HostRow[]): readonly LogNote[] {
  const leftOut = hosts.filter(({ counted }) => !counted);
  if (leftOut.length === 0) return [];
  const views = leftOut.reduce((sum, row) => sum + row.views, 0);
  const counted = hosts.filter((row) => row.counted);
  const kept = counted.length === 0 ? "No view was of an allowed host." : `Counted: ${listed(counted)}.`;
  const were = views === 1 ? "1 view of another host was" : `${views} views of other hosts were`;
  return [
    {
      code: "other_hosts",
      message: `${were} not counted: ${listed(leftOut)}. ${kept} If one of these hosts serves the docs, add it to the project's allowed origins and import the log again.`,
    },
  ];
}

const namedMax = 5;

function listed(rows: readonly HostRow[]): string {
  const named = rows.slice(0, namedMax).map(({ host, views }) => `${host} (${views})`);
  return rows.length > namedMax ? `${named.join(", ")} and others` : named.join(", ");
}
