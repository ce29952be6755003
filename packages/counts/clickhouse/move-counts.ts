import { randomUUID } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { type Clock, createSystemClock } from "../../runtime/index.ts";
import { dayMs, dayOf, monthName, monthStart } from "../calendar.ts";
import { CountsError } from "../errors.ts";
import { limits } from "../limits.ts";
import { openEmbeddedCounts } from "../open-embedded-counts.ts";
import { listProjects, projectFiles } from "../project-files.ts";
import type { VisitorCounts } from "../visitor-counts.ts";
import { clientRow, sourceRanks } from "./clients.ts";
import { type Connection, openConnection } from "./connection.ts";
import { type EmbeddedEvent, type EmbeddedProject, openEmbeddedProject } from "./embedded-project.ts";
import { openClickhouseCounts } from "./open-clickhouse-counts.ts";
import { prepareSchema } from "./schema.ts";
import { toUuid } from "./visitor-uuid.ts";

export interface MoveCounts {
  /** The folder of the embedded store. Nobody else may use it. */
  readonly folder: string;
  readonly url: string;
  readonly clock?: Clock;
  /** Called for each project, with the number of its events. */
  readonly onProject?: (projectId: string, events: number) => void;
}

/**
 * Moves all projects of an embedded store into a ClickHouse database, and returns the number of events of each. After a
 * project was copied and its numbers were compared, its files get the ending `.moved`. An interrupted move continues when
 * it is called again: rows that are copied twice count once. Throws `unavailable` if the numbers differ.
 */
export async function moveCounts({
  folder,
  url,
  clock = createSystemClock(),
  onProject,
}: MoveCounts): Promise<ReadonlyMap<string, number>> {
  const connection = openConnection(url);
  const moved = new Map<string, number>();
  try {
    await prepareSchema(connection);
    for (const projectId of listProjects(folder)) {
      const events = await moveProject({ connection, folder, url, clock }, projectId);
      moved.set(projectId, events);
      onProject?.(projectId, events);
    }
    return moved;
  } finally {
    await connection.close();
  }
}

interface Deps {
  readonly connection: Connection;
  readonly folder: string;
  readonly url: string;
  readonly clock: Clock;
}

async function moveProject({ connection, folder, url, clock }: Deps, projectId: string): Promise<number> {
  const files = projectFiles(folder, projectId);
  if (existsSync(files.moved.months)) {
    // An earlier move was interrupted after the numbers had been compared.
    await finishMove(connection, files, projectId);
    return countMoved(connection, projectId);
  }
  const embedded = openEmbeddedCounts({ folder, clock, maintains: false });
  const clickhouse = openClickhouseCounts({ folder, url, clock, maintains: false });
  let events = 0;
  try {
    await finishDeletions(embedded, folder, projectId);
    const project = openEmbeddedProject(folder, projectId);
    if (project !== null) {
      try {
        await requireEmpty(connection, projectId);
        await copyProject(connection, projectId, project, clock);
        events = await compare({ embedded, clickhouse, connection, project, projectId });
      } finally {
        project.close();
      }
    }
  } finally {
    await clickhouse.close();
    await embedded.close();
  }
  await finishMove(connection, files, projectId);
  return events;
}

async function countMoved(connection: Connection, project: string): Promise<number> {
  const [stored] = await connection.select<{ events: number }>(
    "select count() as events from events final where project = {project:String}",
    { project },
  );
  return stored?.events ?? 0;
}

async function finishMove(
  connection: Connection,
  files: ReturnType<typeof projectFiles>,
  projectId: string,
): Promise<void> {
  rmSync(files.derived, { recursive: true, force: true });
  if (existsSync(files.months)) renameSync(files.months, files.moved.months);
  await forgetMarks(connection, projectId);
  // The last step, because this file shows that the project has not been moved.
  renameSync(files.project, files.moved.project);
}

/** Also updates files that an earlier version has written, because this opens them for writing. */
async function finishDeletions(embedded: VisitorCounts, folder: string, projectId: string): Promise<void> {
  await embedded.listErased(projectId);
  const project = openEmbeddedProject(folder, projectId);
  if (project === null) return;
  const { erased, pages } = project.pending;
  project.close();
  for (const visitor of erased) await embedded.erase(projectId, visitor);
  for (const page of pages) await embedded.deletePage(projectId, page);
}

/**
 * Throws `unavailable` if the database contains events of the project that an earlier attempt hasn't copied. Otherwise,
 * marks the project as being moved.
 */
async function requireEmpty(connection: Connection, project: string): Promise<void> {
  if ((await readMarks(connection, project)).size > 0) return;
  const [stored] = await connection.select<{ events: number }>(
    "select count() as events from events where project = {project:String}",
    { project },
  );
  if (stored !== undefined && stored.events > 0)
    throw new CountsError(
      "unavailable",
      `The ClickHouse database already contains visits of ${project}. Use an empty database.`,
    );
  await mark(connection, project, "begun");
}

/** Marks of a move: `begun`, and the months whose events were copied. */
async function readMarks(connection: Connection, project: string): Promise<ReadonlySet<string>> {
  const rows = await connection.select<{ name: string }>(
    "select distinct name from settings where project = {project:String} and startsWith(name, 'moved/')",
    { project },
  );
  return new Set(rows.map(({ name }) => name.slice("moved/".length)));
}

const mark = (connection: Connection, project: string, name: string): Promise<void> =>
  connection.insert("settings", [{ project, name: `moved/${name}`, value: "", version: 1 }], randomUUID());

const forgetMarks = (connection: Connection, project: string): Promise<void> =>
  connection.run("delete from settings where project = {project:String} and startsWith(name, 'moved/')", {
    project,
  });

async function copyProject(
  connection: Connection,
  project: string,
  source: EmbeddedProject,
  clock: Clock,
): Promise<void> {
  const insert = async (table: string, rows: readonly object[]) => {
    for (let at = 0; at < rows.length; at += limits.movedRowsMax)
      await connection.insert(table, rows.slice(at, at + limits.movedRowsMax), randomUUID());
  };
  const settings = new Map<string, string>([
    ["key", Buffer.from(source.key).toString("hex")],
    ["ai_categories", JSON.stringify(source.aiCategories)],
    ["retained_from", String(source.retainedFrom)],
    ...source.erased.map((visitor) => [`erased/${toUuid(visitor)}`, "done"] as const),
    ...source.deletedPages.map(
      ({ hash, fromMs, toMs }) => [`deleted/${hash}/${fromMs}/${toMs}`, ""] as const,
    ),
  ]);
  await insert(
    "settings",
    [...settings].map(([name, value]) => ({ project, name, value, version: 1 })),
  );
  for (const [kind, names] of Object.entries(source.names))
    await insert(
      "names",
      names.map((name) => ({ project, kind, name })),
    );
  const ranks = new Map<number, number>();
  for (let after = 0; ; ) {
    const clients = source.listClients(after);
    if (clients.length === 0) break;
    for (const { id, source: from } of clients) ranks.set(id, sourceRanks[from]);
    await insert(
      "clients",
      clients.map(({ isCleared, ...client }) => clientRow(project, client, { isCleared })),
    );
    after = clients.at(-1)?.id ?? Infinity;
  }
  for (const { receivedAt, ids } of source.readIds(clock.now() - limits.idKeepMs))
    await insert(
      "ids",
      Array.from({ length: ids.length / 16 }, (_, at) => ({
        // The event of this ID is unknown, so no other event with this ID is accepted.
        ...{ project, id: toUuid(ids, at), received_at: receivedAt, event: toUuid(new Uint8Array(16)) },
      })),
    );
  const marks = await readMarks(connection, project);
  for (const month of source.months) {
    if (marks.has(monthName(month))) continue;
    for (const events of source.readEvents(month))
      await insert(
        "events",
        events.map((event) => eventRow(project, event, ranks)),
      );
    await mark(connection, project, monthName(month));
  }
}

function eventRow(
  project: string,
  { ts, visitor, path, referrer, host, client }: EmbeddedEvent,
  ranks: ReadonlyMap<number, number>,
): object {
  const rank = ranks.get(client);
  if (rank === undefined) throw new Error("An event has a client that is not stored.");
  return {
    ...{ project, day: dayOf(ts), path, visitor: toUuid(visitor), ts, referrer, host, client },
    // These events arrived before all others.
    ...{ source_rank: rank, precedence: Number.MAX_SAFE_INTEGER },
  };
}

/** Compares the stores' numbers of all months, and returns the number of events. */
async function compare({
  embedded,
  clickhouse,
  connection,
  project,
  projectId,
}: {
  readonly embedded: VisitorCounts;
  readonly clickhouse: VisitorCounts;
  readonly connection: Connection;
  readonly project: EmbeddedProject;
  readonly projectId: string;
}): Promise<number> {
  const ranges = project.months.map((month) => ({
    ...{ fromMs: monthStart(month) * dayMs, toMs: monthStart(month + 1) * dayMs, pathPrefix: null },
  }));
  for (const range of [...ranges, { fromMs: -Infinity, toMs: Infinity, pathPrefix: null }]) {
    const [before, after] = await Promise.all(
      [embedded, clickhouse].map(async (counts) =>
        JSON.stringify({
          visitors: (await counts.count(projectId, { ...range, measure: "visitors", by: "path" })).totals,
          views: (await counts.count(projectId, { ...range, measure: "views", by: "path" })).totals,
          agents: (await counts.countAgents(projectId, range)).totals,
          bots: (await counts.countBots(projectId, range)).totals,
        }),
      ),
    );
    if (before === after) continue;
    const where = range.fromMs === -Infinity ? "in total" : `from ${new Date(range.fromMs).toISOString()}`;
    throw new CountsError(
      "unavailable",
      `The visits of ${projectId} differ ${where}: the folder has ${before}, ClickHouse has ${after}. The folder is unchanged. Try again with an empty database.`,
    );
  }
  let events = 0;
  for (const month of project.months) for (const part of project.readEvents(month)) events += part.length;
  const [stored] = await connection.select<{ events: number }>(
    "select count() as events from events final where project = {project:String}",
    { project: projectId },
  );
  if (stored?.events !== events)
    throw new CountsError(
      "unavailable",
      `The folder has ${events} events of ${projectId}, but ClickHouse has ${stored?.events}. The folder is unchanged. Try again with an empty database.`,
    );
  return events;
}
