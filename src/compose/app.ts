import type { Model } from "../agent/index.ts";
import type { Analytics } from "../analytics/index.ts";
import type { Automations } from "../automations/index.ts";
import type { RemoteKind } from "../codehost/index.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/index.ts";
import type { AddedProject, VisitorsInput, VisitorsReport, WireJob } from "../http/index.ts";
import type { CreateJob, Job, Jobs } from "../jobs/index.ts";
import type { People, Person } from "../people/index.ts";
import type {
  AddressSource,
  Credential,
  Credentials,
  Lookup,
  Project,
  ProjectId,
  Projects,
} from "../projects/index.ts";
import type { IncomingHooks } from "../pull-requests/index.ts";
import type { Clock } from "../std/clock.ts";
import type { Webhooks } from "../webhooks/index.ts";
import type { TryModel } from "./try-model.ts";

/** The service, connected. Nothing listens and nothing works before it is asked to. */
export interface App {
  readonly config: Config;
  readonly database: Database;
  readonly projects: Projects;
  /** What projects sign in with elsewhere; sealed. */
  readonly credentials: Credentials;
  readonly webhooks: Webhooks;
  readonly automations: Automations;
  /** What code hosts tell of pull requests. */
  readonly hooks: IncomingHooks;
  readonly jobs: Jobs;
  readonly analytics: Analytics;
  readonly people: People;
  /** A link that makes the first owner; null where there is an owner. Earlier ones end. */
  inviteFirstOwner(): Promise<string | null>;
  /** Checks the repository by reaching it, then creates the project; tells which docs it found there. */
  addProject(input: AddProject, from: AddressSource): Promise<AddedProject>;
  /** Checks by reaching the repository that the credential is enough, then keeps it in place of a former one. */
  setHostCredential(
    project: Project,
    given: { readonly value: string; readonly hostKind?: RemoteKind },
  ): Promise<Credential>;
  /** A link with which somebody sets a new password, once, within an hour. */
  recover(person: Person): Promise<string>;
  /** Deletes a project with everything that is kept of it; `not_found` where there is none. */
  removeProject(id: ProjectId): Promise<void>;
  /** The same for the host of a repository that the project names beside its own; null where it names none there. */
  setContextCredential(
    project: Project,
    host: string,
    given: { readonly value: string; readonly hostKind?: RemoteKind },
  ): Promise<Credential | null>;
  findJob(id: string): Promise<Job | null>;
  showJob(job: Job): WireJob;
  /** Whether `provider/model` names a provider, or an agent of another make, that this installation has. */
  isModel(model: string): boolean;
  /** What HTTP answers of a project's visitors. `invalid_request` names what is wrong with the input. */
  readVisitors(projectId: ProjectId, input: VisitorsInput): Promise<VisitorsReport>;
  /** Validates as HTTP does, for the command line. */
  checkCreateJob(input: unknown): Omit<CreateJob, "projectId">;
  checkPrompt(prompt: string): string;
  /** A bare repository with one commit of these files, where there is none yet. */
  seedRepository(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** Asks a model a little, with this project's key or, for null, the installation's; a sentence of what it can do. */
  tryModel: TryModel;
  /** Which agents of another make there are, and what confines them; throws with a sentence what is amiss. */
  describeExternalAgents(): Promise<string>;
  /** Fetches from a project's repository; throws with a sentence where that fails. */
  reach(project: Project, signal: AbortSignal): Promise<void>;
  /** Milliseconds that the MDX compiler took so far. */
  mdxJudgedMs(): number;
  /** Once; again changes nothing. */
  startWorker(): void;
  listen(): Promise<{ readonly url: string }>;
  /** Finishes requests, gives turns back, closes the store: within ten seconds (R65). */
  close(): Promise<void>;
}

export interface AddProject {
  readonly name: string;
  readonly repository: string;
  readonly ref?: string;
  readonly model?: string;
  readonly docsFolder?: string;
  /** What lets the service into the repository's host: a token, or JSON (docs/code-hosts.md). */
  readonly credential?: string;
  /** What its host is, where its name does not tell. */
  readonly hostKind?: RemoteKind;
}

export interface ComposeOptions {
  readonly clock?: Clock;
  /** Opens the control store; by default the one in the data folder. */
  readonly openDatabase?: (file: string) => Promise<Database>;
  /** Stands for every model; by default the models of this installation. */
  readonly findModel?: (id: string) => Model | null;
  /** Stands for the name servers that the guard of addresses asks. */
  readonly lookup?: Lookup;
}
