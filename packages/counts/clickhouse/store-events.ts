import { hash } from "node:crypto";
import { limits } from "../limits.ts";
import type { AppendOutcome, EventSource } from "../visitor-counts.ts";
import { type Candidate, candidatesOf, type ReceivedBatch } from "./candidate.ts";
import type { Clients } from "./clients.ts";
import type { Connection } from "./connection.ts";
import { findKnown } from "./find-known.ts";
import type { ProjectSettings } from "./project-settings.ts";

/** If several sources report one view, the event with the highest rank is counted (R40). */
const sourceRanks: Readonly<Record<EventSource, number>> = { log: 0, server: 1, browser: 2 };
/** Earlier arrivals take precedence, and ClickHouse prefers the highest value. */
const precedenceOf = (receivedAt: number): number => Number.MAX_SAFE_INTEGER - receivedAt;

/**
 * Stores batches of one project and returns their outcomes. If it fails, some events may have been stored; storing the
 * same batches again then stores the others.
 */
export async function storeBatches(
  { connection, project, settings, clients }: StoreDeps,
  batches: readonly ReceivedBatch[],
): Promise<AppendOutcome[][]> {
  const outcomes = batches.map(({ batch }) => new Array<AppendOutcome>(batch.length).fill("accepted"));
  const open: { candidate: Candidate; decide: (outcome: AppendOutcome) => void }[] = [];
  for (const [n, received] of batches.entries())
    for (const candidate of candidatesOf(received)) {
      const decide = (outcome: AppendOutcome) => {
        (outcomes[n] as AppendOutcome[])[candidate.index] = outcome;
      };
      const refused = refuse(candidate, settings);
      if (refused === null) open.push({ candidate, decide });
      else decide(refused);
    }
  const all = open.map(({ candidate }) => candidate);
  const known = await findKnown({ connection, project }, all);
  const ids: object[] = [];
  const accepted: Candidate[] = [];
  for (const { candidate, decide } of open) {
    const { id, key, receivedAt } = candidate;
    if (id !== null) {
      const found = known.ids.get(id);
      const owner = found !== undefined && receivedAt - found.receivedAt <= limits.idKeepMs ? found : null;
      // If the ID belongs to this event, an earlier attempt to store the event may have failed after storing its ID.
      if (owner !== null && owner.key !== key) {
        decide("duplicate");
        continue;
      }
      if (owner === null) {
        ids.push({ project, id, received_at: receivedAt, event: key });
        known.ids.set(id, { key, receivedAt });
      }
    }
    if (known.keys.has(key)) decide("duplicate");
    else {
      known.keys.add(key);
      accepted.push(candidate);
    }
  }
  const token = batches.map((batch) => batch.token).join(" ");
  await insertAll(connection, "ids", ids, token);
  await insertAll(connection, "events", await toRows(accepted, { project, clients }), token);
  return outcomes;
}

export interface StoreDeps {
  readonly connection: Connection;
  readonly project: string;
  readonly settings: ProjectSettings;
  readonly clients: Clients;
}

function refuse({ day, visitor, path, ts }: Candidate, settings: ProjectSettings): AppendOutcome | null {
  if (day < settings.retainedFrom) return "past_retention";
  if (settings.isErased(visitor)) return "erased";
  return settings.isDeleted(path, ts) ? "deleted" : null;
}

async function toRows(
  accepted: readonly Candidate[],
  { project, clients }: { project: string; clients: Clients },
): Promise<object[]> {
  const clientOf = ({ of, index }: Candidate) => of.clients[of.client[index] as number];
  const distinct = [...new Set(accepted.map(clientOf))].filter((client) => client !== undefined);
  const numbers = await clients.intern(distinct);
  const numberOf = new Map(distinct.map((client, i) => [client, numbers[i]]));
  return accepted.map((candidate) => {
    const { ts, day, visitor, path, receivedAt, of, index } = candidate;
    const client = clientOf(candidate);
    const referrer = of.referrer[index] as number;
    return {
      ...{ project, day, path, visitor, ts },
      ...{ referrer: of.referrers[referrer], host: of.hosts[referrer] },
      ...{ client: client && numberOf.get(client), source_rank: client && sourceRanks[client.source] },
      precedence: precedenceOf(receivedAt),
    };
  });
}

/** The token contains the rows, because a repeated attempt may have to store fewer rows. */
async function insertAll(connection: Connection, table: string, rows: readonly object[], token: string) {
  if (rows.length === 0) return;
  await connection.insert(table, rows, hash("sha256", `${token}\n${JSON.stringify(rows)}`));
}
