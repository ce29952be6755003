import type { Hono } from "hono";
import type { Analytics } from "../analytics/index.ts";
import type { Automations } from "../automations/index.ts";
import type { Jobs } from "../jobs/index.ts";
import type { Log, Metrics, Readiness } from "../observe/index.ts";
import type { People } from "../people/index.ts";
import type { Credentials, Project, ProjectId, Projects } from "../projects/index.ts";
import type { FindPullRequestView, IncomingHooks } from "../pull-requests/index.ts";
import type { Clock } from "../std/clock.ts";
import type { Webhooks } from "../webhooks/index.ts";
import type { Exchange } from "./exchange.ts";
import type { FoundDocs } from "./wire/dashboard.ts";
import type { Links } from "./wire/links.ts";

export interface HttpOptions {
  readonly jobs: Jobs;
  readonly projects: Projects;
  readonly people: People;
  readonly setUp: ProjectSetUp;
  /** From when it resolves there is no such project; what is kept of it goes soon. `not_found`. */
  readonly removeProject: (id: ProjectId) => Promise<void>;
  readonly automations: Automations;
  /** Values go in, and never come out here. */
  readonly credentials: Pick<Credentials, "listCredentials" | "sealCredential" | "removeCredential">;
  readonly analytics: Analytics;
  readonly webhooks: Webhooks;
  /** What code hosts tell. */
  readonly hooks: IncomingHooks;
  readonly pullRequestPage: { readonly find: FindPullRequestView };
  /** Whether this installation has a model, `provider/model`. */
  readonly isModel: (model: string) => boolean;
  /** Asks a model a little with the project's key, and tells in a sentence whether it answers. */
  readonly tryModel: (
    asked: { readonly projectId: ProjectId; readonly model: string },
    signal: AbortSignal,
  ) => Promise<{ readonly ok: boolean; readonly message: string }>;
  /** `provider/model` for projects that name none. */
  readonly defaultModel: string;
  readonly links: Links;
  readonly settings: HttpSettings;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly readiness: () => Promise<Readiness>;
  /** Of the service, as in package.json. */
  readonly version: string;
}

/** What reaches a repository, before there is a job in which a worker could. Each throws with a sentence that says why not. */
export interface ProjectSetUp {
  addProject(input: NewProject): Promise<AddedProject>;
  /** Puts another repository in the place of the project's. `conflict` while its jobs are at work. */
  moveProject(project: Project, input: Pick<NewProject, "repository" | "credential">): Promise<Project>;
  /** The default branch of a repository, null where it has none that can be told, and the docs that are found in it. */
  testRepository(
    input: Pick<NewProject, "repository" | "credential" | "ref" | "docsFolder">,
    signal: AbortSignal,
  ): Promise<{ readonly defaultRef: string | null; readonly docs: FoundDocs }>;
  /** Keeps, sealed, what lets the service into the repository's host, in place of a former one. */
  setCredential(project: Project, credential: string): Promise<void>;
  reach(project: Project, signal: AbortSignal): Promise<void>;
}

/** A project, and what was found in its repository when it was added. */
export interface AddedProject extends Project {
  readonly docs: FoundDocs;
}

export interface NewProject {
  readonly name: string;
  /** A URL, or a path where this installation allows them. */
  readonly repository: string;
  readonly ref?: string;
  readonly model?: string;
  readonly docsFolder?: string;
  /** What lets the service into the repository's host: a token, or an App's JSON. */
  readonly credential?: string;
}

/** What HTTP takes of the configuration. */
export interface HttpSettings {
  /** IP addresses and CIDR ranges (R28). */
  readonly trustedProxies: readonly string[];
  /** 0 turns the limit off (R26). */
  readonly agentCallsPerHour: number;
  readonly readsPerHour: number;
  readonly eventBatchesPerMinute: number;
  /** For one client address. */
  readonly collectPerMinute: number;
  readonly metricsToken?: string | undefined;
}

export interface Http {
  readonly app: Hono<{ Bindings: Exchange }>;
  /** Binds; port 0 takes a free one. Rejects where the address is taken. */
  listen(at: { readonly host: string; readonly port: number }): Promise<Listening>;
}

export interface Listening {
  readonly port: number;
  /**
   * Stops accepting, cuts streams, lets requests in hand finish, and answers 503 to new ones on open connections.
   * What still runs after `deadlineMs` is cut.
   */
  close(deadlineMs: number): Promise<void>;
}
