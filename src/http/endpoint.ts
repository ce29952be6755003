import type { z } from "zod";
import { AppError, type ErrorDetail } from "../errors.ts";
import type { Job } from "../jobs/index.ts";
import type { Call } from "./call.ts";
import type { Endpoint, EndpointSpec } from "./endpoint-spec.ts";
import { createReadInput, type Input } from "./input.ts";
import { describeEndpoint } from "./openapi.ts";
import { createReadQuery, type QueryOf, type QueryShape } from "./query.ts";
import { invalidRequest } from "./wire/inputs.ts";

export type ProjectCall<Query extends QueryShape, Body extends z.ZodType> = Call & Input<Query, Body>;
export type JobCall<Query extends QueryShape, Body extends z.ZodType> = ProjectCall<Query, Body> & {
  readonly job: Job;
};

type NoQuery = Record<never, never>;

/** An endpoint of a project. */
export function projectEndpoint<Query extends QueryShape = NoQuery, Body extends z.ZodType = z.ZodType>(
  spec: EndpointSpec<Query, Body> & { handle(call: ProjectCall<Query, Body>): Promise<Response> },
): Endpoint {
  const readInput = createReadInput(spec);
  return {
    ...describeEndpoint(spec),
    async answer(call) {
      const read = readInput(call.exchange, call.deps.clock);
      return spec.handle(Object.assign(call, read instanceof Promise ? await read : read));
    },
  };
}

/** An endpoint of a project that reads its body itself. */
export function uploadEndpoint<Query extends QueryShape = NoQuery>(
  spec: EndpointSpec<Query, z.ZodType> & {
    handle(call: Call & { readonly query: QueryOf<Query> }): Promise<Response>;
  },
): Endpoint {
  const readQuery = createReadQuery(spec.query ?? ({} as Query));
  return {
    ...describeEndpoint(spec),
    async answer(call) {
      const details: ErrorDetail[] = [];
      const query = readQuery(call.exchange.incoming.url ?? "", details);
      if (details.length > 0) throw invalidRequest(details);
      return spec.handle(Object.assign(call, { query }));
    },
  };
}

/** An endpoint of one job of a project, which is looked up before the work begins. */
export function jobEndpoint<Query extends QueryShape = NoQuery, Body extends z.ZodType = z.ZodType>(
  spec: EndpointSpec<Query, Body> & { handle(call: JobCall<Query, Body>): Promise<Response> },
): Endpoint {
  const readInput = createReadInput(spec);
  return {
    ...describeEndpoint(spec),
    async answer(call) {
      const read = readInput(call.exchange, call.deps.clock);
      const input = read instanceof Promise ? await read : read;
      const { deps, project, jobId } = call;
      const job = jobId !== null && idForm.test(jobId) ? await deps.jobs.find(project.id, jobId) : null;
      if (job === null)
        throw new AppError("not_found", "There is no such job in this project. Check the job's id.");
      return spec.handle(Object.assign(call, input, { job }));
    },
  };
}

/** What cannot be an id of ours is not looked for: some stores refuse texts that others take. */
const idForm = /^[A-Za-z0-9_-]{1,64}$/u;
