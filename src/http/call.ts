import type { Job, JobOrigin } from "../jobs/index.ts";
import type { Project } from "../projects/index.ts";
import { ClientGone } from "./body.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpOptions } from "./http.ts";
import type { InFlight } from "./in-flight.ts";
import type { Places } from "./places.ts";

/** What every endpoint is given. */
export interface Call {
  readonly exchange: Exchange;
  readonly deps: EndpointDeps;
  readonly project: Project;
  /** The id of the key or session that it came with: whose walks through a list are kept apart. */
  readonly caller: string;
  /** Kept with the job that it begins; null for what cannot begin one. */
  readonly origin: JobOrigin | null;
  /** Throws where whoever sent this may not read the project any more: what stays open asks again and again. */
  readonly checkAccess: () => Promise<unknown>;
  /** As it stands in the path; null where the path has none. */
  readonly jobId: string | null;
}

export interface EndpointDeps extends HttpOptions {
  /** A job as an answer's body. */
  jobText(job: Job): string;
  readonly inFlight: InFlight;
  readonly streamPlaces: Places;
  readonly uploadPlaces: Places;
  readonly exportPlaces: Places;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/** Aborted when the client goes away or the service stops. */
export function signalOf({ exchange, deps }: Call): AbortSignal {
  if (exchange.signal === null) {
    const gone = new AbortController();
    exchange.outgoing.once("close", () => gone.abort(new ClientGone("the client went away")));
    exchange.signal = AbortSignal.any([gone.signal, deps.stopping]);
  }
  return exchange.signal;
}
