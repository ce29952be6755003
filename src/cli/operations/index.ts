import type { App } from "../../compose.ts";
import { AppError } from "../../errors.ts";
import { examine } from "../examine.ts";
import type { Finding } from "../finding.ts";
import type { Call } from "../local-socket.ts";
import { type AnalyticsOperations, analyticsOperations } from "./analytics.ts";
import { type AutomationsOperations, automationsOperations } from "./automations.ts";
import { type ImportOperations, importOperations } from "./imports.ts";
import { type IncomingHooksOperations, incomingHooksOperations } from "./incoming-hooks.ts";
import { type JobsOperations, jobsOperations } from "./jobs.ts";
import { type PeopleOperations, peopleOperations } from "./people.ts";
import { type ProjectsOperations, projectsOperations } from "./projects.ts";
import { type WebhooksOperations, webhooksOperations } from "./webhooks.ts";

export type { AnalyticsRow, VisitorsInput } from "./analytics.ts";
export type { EventRow, JobResult, JobRow } from "./jobs.ts";
export { type CredentialRow, type HostKind, hostKinds, type ProjectRow } from "./projects.ts";
export { type ImportOperations, importOperations };

/**
 * The operations behind the commands. The process that has locked the data folder runs these operations. Their input
 * and output are JSON, so it makes no difference whether they run in this process or in a running `serve`. Each area of
 * the domain has a file here.
 */
export interface Operations
  extends ProjectsOperations,
    PeopleOperations,
    WebhooksOperations,
    AutomationsOperations,
    IncomingHooksOperations,
    JobsOperations,
    AnalyticsOperations {
  doctor: (input: Record<string, never>) => Promise<readonly Finding[]>;
}

export function createOperations(app: App): Operations {
  return {
    ...projectsOperations(app),
    ...peopleOperations(app),
    ...webhooksOperations(app),
    ...automationsOperations(app),
    ...incomingHooksOperations(app),
    ...jobsOperations(app),
    ...analyticsOperations(app),
    doctor: () => examine(app),
  };
}

/** Calls the operations by name, with JSON. */
export function callOperations(operations: Operations): Call {
  return async (name, input) => {
    if (!Object.hasOwn(operations, name))
      throw new AppError(
        "not_found",
        `Unknown operation ${name}. Use the same version of docwright as the running service.`,
      );
    const operation = operations[name as keyof Operations] as (input: unknown) => Promise<unknown>;
    return operation(input);
  };
}

/** Operations that another process runs. */
export function remoteOperations(call: Call): Operations {
  return new Proxy({} as Operations, {
    get: (_target, name) => (input: unknown) => call(String(name), input),
  });
}
