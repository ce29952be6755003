import type { Insertable, Selectable } from "kysely";
import type { AnalyticsSchema } from "./schema/analytics.ts";
import type { AutomationsSchema } from "./schema/automations.ts";
import type { InstallationSchema } from "./schema/installation.ts";
import type { JobsSchema } from "./schema/jobs.ts";
import type { OpportunitiesSchema } from "./schema/opportunities.ts";
import type { PeopleSchema } from "./schema/people.ts";
import type { ProjectsSchema } from "./schema/projects.ts";
import type { PullRequestsSchema } from "./schema/pull-requests.ts";
import type { WebhooksSchema } from "./schema/webhooks.ts";

/**
 * The tables of the control store. Times are milliseconds since the epoch, booleans are 0 and 1 so that all dialects
 * read them in the same way, and JSON is text. `migrations/` is authoritative; these files, one per area, only add
 * types.
 */
export interface Schema
  extends ProjectsSchema,
    JobsSchema,
    PullRequestsSchema,
    AutomationsSchema,
    AnalyticsSchema,
    OpportunitiesSchema,
    PeopleSchema,
    InstallationSchema,
    WebhooksSchema {}

export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>;
