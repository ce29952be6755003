import type { z } from "zod";
import type { Analytics } from "../../analytics/index.ts";
import type { ErrorDetail } from "../../errors.ts";
import type { ProjectId } from "../../projects/index.ts";
import { createReadQuery } from "../query.ts";
import { invalidRequest } from "../wire/inputs.ts";
import { visitorsAnswer } from "../wire/visitors.ts";
import { visitorsQuestion } from "./questions.ts";
import { rangeOf, rowsQuery } from "./range-query.ts";

/** The query parameters of `GET …/visitors`, as text. */
export interface VisitorsInput {
  readonly dateFrom?: string;
  readonly dateTo?: string;
  readonly limit?: string;
  readonly pathPrefix?: string;
  readonly timezone?: string;
}

export interface VisitorsReport {
  /** The first rows, as in the HTTP response. */
  readonly answer: z.output<typeof visitorsAnswer>;
  /** R56. */
  readonly isUpperBound: boolean;
}

const readQuery = createReadQuery(rowsQuery);

/** Reads visitors for the command line. Throws `invalid_request` with the invalid fields. */
export async function readVisitors(
  analytics: Analytics,
  projectId: ProjectId,
  input: VisitorsInput,
): Promise<VisitorsReport> {
  const details: ErrorDetail[] = [];
  const query = readQuery(`?${new URLSearchParams({ ...input }).toString()}`, details);
  if (details.length > 0) throw invalidRequest(details);
  const range = rangeOf(query);
  const table = await visitorsQuestion.ask(analytics.counts, projectId, range);
  const { limit } = query;
  const answer = visitorsAnswer.parse({
    totals: table.totals,
    visitors: await table.rows({ offset: 0, limit }),
    hasMore: limit < table.rowCount,
  });
  return { answer, isUpperBound: await analytics.spansRotation(projectId, range) };
}
