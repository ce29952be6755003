import { parseAnyTime } from "../parse-time.ts";
import { hasAll, inner, jsonFormat, text } from "./json-lines.ts";

/** https://vercel.com/docs/drains/reference/logs: entries without `proxy` record no request. */
export const vercel = jsonFormat({
  name: "vercel",
  read(object) {
    const proxy = inner(object, "proxy");
    if (!hasAll(proxy, "method", "path")) return hasAll(object, "deploymentId", "source") ? "comment" : null;
    // Several entries may record one request; the request ID identifies them as one.
    const id = text(object, "requestId");
    return {
      atMs: parseAnyTime(proxy.timestamp ?? object.timestamp),
      ip: text(proxy, "clientIp"),
      method: text(proxy, "method"),
      target: text(proxy, "path"),
      host: text(proxy, "host") || text(object, "host"),
      status: text(proxy, "statusCode") || text(object, "statusCode"),
      referrer: text(proxy, "referer"),
      userAgent: text(proxy, "userAgent"),
      id: id === "" ? null : id,
    };
  },
});
