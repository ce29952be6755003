import { limits } from "../../limits.ts";
import type { RawEvent } from "../raw-event.ts";

/** The parts of a browser's request that apply to every view in it. */
export interface BeaconRequest {
  readonly ip: string;
  readonly userAgent: string;
}

const { beaconViewsMax } = limits.collect;

/**
 * Reads views sent by the script or by a site's own code: one object or an array of them, `{ u: URL, r?: referrer, t?:
 * milliseconds since 1970, s?: status, x?: "ignore" }`. Null if the value is invalid.
 */
export function readBeacon(value: unknown, request: BeaconRequest): readonly RawEvent[] | null {
  const views: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (views.length === 0 || views.length > beaconViewsMax) return null;
  const events = views.flatMap((view) => readView(view, request) ?? []);
  return events.length === views.length ? events : null;
}

function readView(value: unknown, { ip, userAgent }: BeaconRequest): RawEvent | null {
  if (typeof value !== "object" || value === null) return null;
  const {
    u: target,
    r: referrer,
    t: atMs,
    s: status,
    x: choice,
  } = value as Readonly<Record<string, unknown>>;
  if (typeof target !== "string" || target === "") return null;
  return browserView({
    target,
    referrer: typeof referrer === "string" ? referrer : "",
    ip,
    userAgent,
    atMs: typeof atMs === "number" && Number.isSafeInteger(atMs) && atMs >= 0 ? atMs : null,
    // 0 means unknown: a page that runs a script was served.
    status: typeof status === "number" && status > 0 ? status : 200,
    isOwnVisit: choice === "ignore",
  });
}

/** Creates a browser's view. Headers are dropped: they belong to the browser's own request, not to the page's. */
export function browserView(
  view: Pick<RawEvent, "target" | "referrer" | "ip" | "userAgent" | "atMs" | "status" | "isOwnVisit">,
): RawEvent {
  return {
    ...view,
    source: "browser",
    id: null,
    forwardedFor: "",
    method: "GET",
    headers: null,
    visitorId: null,
  };
}
