import { limits } from "../limits.ts";
import { keyOf, type NamedCandidate } from "./candidate.ts";
import { inChunks, textBytes, uuidBytes } from "./chunks.ts";
import type { Connection } from "./connection.ts";

/** The keys and IDs, among those of some events, that are already stored (R53). */
export interface Known {
  /** The keys of stored events. */
  readonly keys: Set<string>;
  /** For each recent ID, the key of its event, and the time of its arrival. */
  readonly ids: Map<string, { readonly key: string; readonly receivedAt: number }>;
}

export async function findKnown(
  { connection, project }: { connection: Connection; project: string },
  candidates: readonly NamedCandidate[],
): Promise<Known> {
  const known: Known = { keys: new Set(), ids: new Map() };
  const withIds = candidates.filter(({ id }) => id !== null);
  await Promise.all([
    ...[...inChunks(withIds, () => uuidBytes)].map((chunk) => findIds({ connection, project }, chunk, known)),
    ...[...inChunks(candidates, ({ path }) => Math.max(textBytes(path), uuidBytes))].map((chunk) =>
      findKeys({ connection, project }, chunk, known),
    ),
  ]);
  return known;
}

interface Deps {
  readonly connection: Connection;
  readonly project: string;
}

async function findIds({ connection, project }: Deps, candidates: readonly NamedCandidate[], known: Known) {
  // All batches of a group arrived at about the same time, but a batch from the disk may be older.
  const sinceMs = Math.min(...candidates.map(({ receivedAt }) => receivedAt)) - limits.idKeepMs;
  const rows = await connection.select<{ id: string; key: string; receivedAt: number }>(
    `select id, argMax(event, received_at) as key, max(received_at) as receivedAt from ids
     where project = {project:String} and received_at >= {sinceMs:Int64} and id in {ids:Array(UUID)}
     group by id`,
    { project, sinceMs, ids: candidates.map(({ id }) => id) },
  );
  for (const { id, key, receivedAt } of rows) known.ids.set(id, { key, receivedAt });
}

/** The table is sorted by these columns, so ClickHouse reads only the places where the events would be. */
async function findKeys({ connection, project }: Deps, candidates: readonly NamedCandidate[], known: Known) {
  const rows = await connection.select<{ ts: number; visitor: string; path: string }>(
    `select ts, visitor, path from events
     where project = {project:String} and (day, path, visitor, ts) in (
       select key.1, key.2, key.3, key.4 from (
         select arrayJoin(arrayZip({days:Array(UInt16)}, {paths:Array(String)}, {visitors:Array(UUID)},
           {times:Array(Int64)})) as key))`,
    {
      project,
      days: candidates.map(({ day }) => day),
      paths: candidates.map(({ path }) => path),
      visitors: candidates.map(({ visitor }) => visitor),
      times: candidates.map(({ ts }) => ts),
    },
  );
  for (const row of rows) known.keys.add(keyOf(row));
}
