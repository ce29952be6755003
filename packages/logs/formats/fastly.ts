import { parseAnyTime } from "../parse-time.ts";
import { hasAll, jsonFormat, text } from "./json-lines.ts";

/** The JSON that Fastly suggests for its logging endpoints: https://docs.fastly.com/en/guides/useful-log-formats */
export const fastly = jsonFormat({
  name: "fastly",
  read(object) {
    if (!hasAll(object, "timestamp", "url", "request_method", "response_status")) return null;
    return {
      atMs: parseAnyTime(object.timestamp),
      ip: text(object, "client_ip"),
      method: text(object, "request_method"),
      target: text(object, "url"),
      host: text(object, "host"),
      status: text(object, "response_status"),
      referrer: text(object, "request_referer"),
      userAgent: text(object, "request_user_agent"),
    };
  },
});
