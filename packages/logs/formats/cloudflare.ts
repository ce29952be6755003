import { parseAnyTime } from "../parse-time.ts";
import { hasAll, type JsonObject, jsonFormat, text } from "./json-lines.ts";

/** https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/ */
export const cloudflare = jsonFormat({
  name: "cloudflare",
  read(object) {
    // A Logpush job contains only the selected fields.
    const time = object.EdgeStartTimestamp ?? object.EdgeEndTimestamp;
    const target = text(object, "ClientRequestURI", "ClientRequestPath");
    if (time === undefined || target === "" || !hasAll(object, "EdgeResponseStatus"))
      return isTest(object) ? "comment" : null;
    return {
      atMs: parseAnyTime(time),
      ip: text(object, "ClientIP"),
      method: text(object, "ClientRequestMethod") || "GET",
      target,
      host: text(object, "ClientRequestHost"),
      status: text(object, "EdgeResponseStatus"),
      referrer: text(object, "ClientRequestReferer"),
      userAgent: text(object, "ClientRequestUserAgent"),
      id: text(object, "RayID") || null,
    };
  },
});

/** Whether an object is the test message that a Logpush job sends first. */
const isTest = (object: JsonObject): boolean =>
  text(object, "content").startsWith("test") && Object.keys(object).length <= 2;
