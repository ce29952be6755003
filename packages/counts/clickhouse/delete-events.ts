import { dayMs } from "../calendar.ts";
import type { PageEvents } from "../visitor-counts.ts";
import type { Connection, Params } from "./connection.ts";
import { projectTables } from "./schema.ts";

interface Deps {
  readonly connection: Connection;
  readonly project: string;
}

/** Which events to delete. */
export interface EventCondition {
  readonly where: string;
  readonly params: Params;
}

export const ofVisitor = (visitor: string): EventCondition => ({
  where: "visitor = {visitor:UUID}",
  params: { visitor },
});

export const ofPage = ({ path, fromMs, toMs }: PageEvents): EventCondition => ({
  where: `path = {path:String} and ts >= {fromMs:Int64} and ts < {toMs:Int64}
    and day >= intDiv({fromMs:Int64}, ${dayMs}) and day <= intDiv({toMs:Int64}, ${dayMs})`,
  params: { path, fromMs: Math.max(fromMs, 0), toMs },
});

export const beforeDay = (day: number): EventCondition => ({ where: "day < {day:UInt16}", params: { day } });

/**
 * Deletes events and returns their number. They are no longer visible when this returns; their bytes are removed by the
 * next maintenance.
 */
export async function deleteEvents(
  { connection, project }: Deps,
  { where, params }: EventCondition,
): Promise<number> {
  const all = { project, ...params };
  const of = `project = {project:String} and ${where}`;
  const [found] = await connection.select<{ events: number }>(
    `select count() as events from events final where ${of}`,
    all,
  );
  if (found === undefined || found.events === 0) return 0;
  await connection.run(`delete from events where ${of}`, all);
  return found.events;
}

/** The time of the page's last event after `afterMs`, or `afterMs`. */
export async function lastTime(
  { connection, project }: Deps,
  { path, afterMs }: { path: string; afterMs: number },
): Promise<number> {
  const [found] = await connection.select<{ last: number }>(
    `select max(ts) as last from events where project = {project:String} and path = {path:String}
       and ts > {afterMs:Int64} and day >= intDiv({afterMs:Int64}, ${dayMs})`,
    { project, path, afterMs },
  );
  return Math.max(found?.last ?? 0, afterMs);
}

export async function removeProject({ connection, project }: Deps): Promise<void> {
  for (const table of projectTables)
    await connection.run(`delete from ${table} where project = {project:String}`, { project });
}

/** Removes the bytes of deleted rows, and IDs that are no longer needed. */
export async function removeDeleted(connection: Connection, idsBeforeMs: number): Promise<void> {
  const masked = await connection.select<{ table: string }>(
    `select distinct table from system.parts
     where database = currentDatabase() and active and has_lightweight_delete
       and table in {tables:Array(String)}`,
    { tables: projectTables },
  );
  for (const { table } of masked)
    if (isProjectTable(table)) await connection.run(`alter table ${table} apply deleted mask`);
  const days = await connection.select<{ day: string }>(
    `select distinct partition as day from system.parts
     where database = currentDatabase() and table = 'ids' and active
       and toInt64(partition) < intDiv({idsBeforeMs:Int64}, ${dayMs})`,
    { idsBeforeMs },
  );
  for (const { day } of days) await connection.run(`alter table ids drop partition ${Number(day)}`);
}

const isProjectTable = (name: string): boolean => projectTables.some((table) => table === name);
