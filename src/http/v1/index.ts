import type { Endpoint } from "../endpoint-spec.ts";
import { tableEndpoints } from "./tables.ts";
import { getTimeseries } from "./timeseries.ts";

export { storedEventEndpoints } from "./stored-events.ts";

/** The visitor endpoints, in the order of the OpenAPI document. */
export const visitorEndpoints: readonly Endpoint[] = [...tableEndpoints, getTimeseries];
