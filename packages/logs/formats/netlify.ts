import { parseAnyTime } from "../parse-time.ts";
import { hasAll, jsonFormat, text } from "./json-lines.ts";

/** https://docs.netlify.com/manage/monitoring/log-drains: traffic among other types of entries. */
export const netlify = jsonFormat({
  name: "netlify",
  read(object) {
    if (!hasAll(object, "url", "method", "status_code", "timestamp"))
      return hasAll(object, "log_type") ? "comment" : null;
    const id = text(object, "request_id");
    return {
      atMs: parseAnyTime(object.timestamp),
      ip: text(object, "client_ip"),
      method: text(object, "method"),
      target: text(object, "url"),
      status: text(object, "status_code"),
      referrer: text(object, "referrer", "referer"),
      userAgent: text(object, "user_agent"),
      id: id === "" ? null : id,
    };
  },
});
