import type { App } from "../../compose.ts";
import type { VisitorsAnswer } from "../visitors-table.ts";
import { type ImportOperations, importOperations } from "./imports.ts";
import { getProject } from "./require-project.ts";

export interface AnalyticsRow {
  readonly allowedOrigins: readonly string[];
  readonly excludedAddresses: readonly string[];
  readonly excludedPaths: readonly string[];
  readonly excludedHosts: readonly string[];
  readonly basePath: string;
  readonly timeZone: string;
  readonly keyRotation: string;
  readonly aiCategories: readonly string[];
  readonly retentionDays: number | null;
}

interface AgentListRow {
  readonly name: string;
  readonly kind: string;
  readonly url: string;
  readonly date: string | null;
  readonly entries: number;
}

interface EventsInput {
  readonly path?: string;
  readonly dateFrom?: string;
  readonly dateTo?: string;
  readonly timezone?: string;
}

type ExportPosition = Parameters<App["storedEvents"]["export"]>[2] & object;
type CsvPosition = Parameters<App["visitorReports"]["readCsv"]>[2] & object;
/** The query parameters of the report. */
export type VisitorsInput = Parameters<App["visitorReports"]["read"]>[1];

/** This time must be shorter than a command's timeout for calls to the running service. */
const refreshMs = 90_000;

export interface AnalyticsOperations extends ImportOperations {
  /** If `change` is null, only returns the settings. See `Analytics.changeSettings`. */
  "analytics.settings": (input: {
    projectId: string;
    change: unknown;
    isConfirmed: boolean;
  }) => Promise<AnalyticsRow>;
  /** The numbers of events that the project excluded in the last 30 days. */
  "analytics.excluded": (input: {
    projectId: string;
  }) => Promise<readonly { readonly reason: string; readonly events: number }[]>;
  /** Deletes a page's events. */
  "events.delete": (input: { projectId: string } & EventsInput) => Promise<{ readonly events: number }>;
  /** Returns the next events as JSON, one per line. Continue from `next`; null means the end. */
  "events.export": (
    input: { projectId: string; position: ExportPosition | null } & EventsInput,
  ) => Promise<{ readonly lines: string; readonly next: ExportPosition | null }>;
  "visitor.erase": (input: {
    projectId: string;
    visitorId: string | null;
    ip: string | null;
    userAgent: string;
  }) => ReturnType<App["analytics"]["eraseVisitor"]>;
  /** Reclassifies clients after `afterId`. Continue from the result's `afterId`; null means the end. */
  "analytics.reclassify": (input: { projectId: string; afterId: number; isRehearsal: boolean }) => Promise<{
    afterId: number | null;
    clients: number;
    moves: readonly { from: string; to: string; clients: number }[];
  }>;
  visitors: (
    input: { projectId: string } & VisitorsInput,
  ) => Promise<{ answer: VisitorsAnswer; isUpperBound: boolean }>;
  /** Returns the next rows as CSV. Continue from `next`; null means the end. */
  "visitors.csv": (
    input: { projectId: string; position: CsvPosition | null } & VisitorsInput,
  ) => Promise<{ readonly text: string; readonly next: CsvPosition | null; readonly isUpperBound: boolean }>;
  "agentLists.list": (input: Record<string, never>) => Promise<readonly AgentListRow[]>;
  "agentLists.refresh": (
    input: Record<string, never>,
  ) => Promise<readonly { name: string; problem: string | null }[]>;
  "agentLists.take": (input: { name: string; text: string }) => Promise<AgentListRow>;
}

export function analyticsOperations(app: App): AnalyticsOperations {
  const { agentLists } = app.analytics;
  return {
    ...importOperations(app),
    async "analytics.settings"({ projectId, change, isConfirmed }) {
      const project = await getProject(app, projectId);
      const settings = change === null ? await app.analytics.findSettings(project.id) : null;
      return settings ?? app.analytics.changeSettings(project.id, change ?? {}, { isConfirmed });
    },
    async "analytics.excluded"({ projectId }) {
      return app.analytics.listExcluded((await getProject(app, projectId)).id);
    },
    async "events.delete"({ projectId, ...input }) {
      return app.storedEvents.delete((await getProject(app, projectId)).id, input);
    },
    async "events.export"({ projectId, position, ...input }) {
      const project = await getProject(app, projectId);
      const { events, next } = await app.storedEvents.export(project.id, input, position);
      return { lines: events.map((event) => `${JSON.stringify(event)}\n`).join(""), next };
    },
    async "visitor.erase"({ projectId, ...subject }) {
      const project = await getProject(app, projectId);
      return app.analytics.eraseVisitor(project.id, subject);
    },
    "analytics.reclassify": ({ projectId, ...part }) => app.analytics.reclassify(projectId, part),
    async visitors({ projectId, ...input }) {
      return app.visitorReports.read((await getProject(app, projectId)).id, input);
    },
    async "visitors.csv"({ projectId, position, ...input }) {
      return app.visitorReports.readCsv((await getProject(app, projectId)).id, input, position);
    },
    "agentLists.list": async () => agentLists.list(),
    "agentLists.refresh": () => agentLists.refresh(AbortSignal.timeout(refreshMs)),
    "agentLists.take": async ({ name, text }) => agentLists.take(name, text),
  };
}
