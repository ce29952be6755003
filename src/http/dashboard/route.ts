import type { z } from "zod";
import { AppError, type ErrorDetail } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Role, Session } from "../../people/index.ts";
import type { Project } from "../../projects/index.ts";
import { answerJson } from "../answer.ts";
import { parseJson, readBody, requireJsonType, requireSize } from "../body.ts";
import type { EndpointDeps } from "../call.ts";
import type { ClientAddress } from "../client-address.ts";
import type { RateName } from "../endpoint-spec.ts";
import type { Exchange } from "../exchange.ts";
import { detailsOf, invalidRequest } from "../wire/inputs.ts";
import type { SignInRates } from "./sign-in-rates.ts";

/** One call of the dashboard. */
export interface DashboardCall {
  readonly exchange: Exchange;
  readonly deps: DashboardDeps;
  readonly param: (name: string) => string;
}

export interface SessionCall extends DashboardCall {
  readonly session: Session;
}

export interface ProjectCall extends SessionCall {
  readonly project: Project;
  readonly role: Role;
  /** Throws where the session ended, or its person left the project, since. */
  readonly checkAccess: () => Promise<unknown>;
}

export interface DashboardDeps extends EndpointDeps {
  readonly clientAddress: ClientAddress;
  readonly signInRates: SignInRates;
  /** Takes a call from one of the limits of a project, or of whoever else is named, or throws `rate_limited`. */
  readonly charge: (rate: RateName | null, exchange: Exchange, subject: string) => void;
}

/** What a call must bring: nothing, a session, an owner's, or a role in the project of its path. */
export type Needs = "nothing" | "session" | "owner" | { readonly role: Role };

export interface DashboardRoute {
  readonly method: "get" | "post";
  /** The template: `/dashboard/projects/{projectId}/keys`. */
  readonly path: string;
  readonly needs: Needs;
  /** The session, project and role have been looked up as far as `needs` says. */
  answer(call: ProjectCall): Promise<Response>;
}

interface RouteSpec<Call, Body> {
  readonly path: string;
  handle(call: Call & { readonly body: Body }): Promise<unknown>;
}

/** For everybody. */
export const open = {
  get: (spec: RouteSpec<DashboardCall, undefined>) => route("get", "nothing", spec),
  post: <Schema extends z.ZodType>(body: Schema, spec: RouteSpec<DashboardCall, z.output<Schema>>) =>
    route("post", "nothing", spec, body),
};

export const signedIn = {
  get: (spec: RouteSpec<SessionCall, undefined>) => route("get", "session", spec),
  post: <Schema extends z.ZodType>(body: Schema, spec: RouteSpec<SessionCall, z.output<Schema>>) =>
    route("post", "session", spec, body),
};

export const forOwners = {
  post: <Schema extends z.ZodType>(body: Schema, spec: RouteSpec<SessionCall, z.output<Schema>>) =>
    route("post", "owner", spec, body),
};

/** In a project, for those with this role or more. */
export const inProject = (role: Role) => ({
  get: (spec: RouteSpec<ProjectCall, undefined>) => route("get", { role }, spec),
  post: <Schema extends z.ZodType>(body: Schema, spec: RouteSpec<ProjectCall, z.output<Schema>>) =>
    route("post", { role }, spec, body),
});

/** What `handle` answers is the body, unless it is an answer itself. */
function route<Call, Body>(
  method: "get" | "post",
  needs: Needs,
  spec: RouteSpec<Call, Body>,
  schema?: z.ZodType<Body>,
): DashboardRoute {
  return {
    method,
    path: spec.path,
    needs,
    async answer(call) {
      const body = schema === undefined ? undefined : await readJson(call, schema);
      // The call has what `needs` says, and the schema made the body: what the route's kind stands for.
      const answer = await spec.handle({ ...call, body } as unknown as Call & { readonly body: Body });
      if (answer instanceof Response) return answer;
      return answerJson(call.exchange, 200, JSON.stringify(answer ?? {}));
    },
  };
}

/** Aborted when whoever asked goes away. */
export function closing({ outgoing }: Pick<Exchange, "outgoing">): AbortSignal {
  const gone = new AbortController();
  outgoing.once("close", () =>
    gone.abort(new AppError("unavailable", "Nobody waits for the answer any more.")),
  );
  return gone.signal;
}

async function readJson<Body>(
  { exchange, deps: { clock } }: DashboardCall,
  schema: z.ZodType<Body>,
): Promise<Body> {
  requireJsonType(exchange);
  requireSize(exchange);
  const details: ErrorDetail[] = [];
  const json = parseJson(await readBody(exchange, limits.http.bodyBytesMax, clock), details);
  if (details.length > 0) throw invalidRequest(details);
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw invalidRequest(detailsOf(parsed.error));
  return parsed.data;
}
