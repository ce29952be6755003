import { parseAnyTime } from "../parse-time.ts";
import { hasAll, jsonFormat, text } from "./json-lines.ts";
import { withoutPort } from "./log-format.ts";
import { patternFormat } from "./pattern.ts";

/** https://doc.traefik.io/traefik/observability/access-logs/: the Combined Log Format with additional fields. */
export const traefik = patternFormat({
  name: "traefik",
  pattern:
    '$remote_addr $ident $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $number "$router" "$server_url" $duration_in',
});

export const traefikJson = jsonFormat({
  name: "traefik_json",
  read(object) {
    if (!hasAll(object, "RequestMethod", "RequestPath", "DownstreamStatus")) return null;
    return {
      atMs: parseAnyTime(object.StartUTC ?? object.time),
      ip: text(object, "ClientHost") || withoutPort(text(object, "ClientAddr")),
      forwardedFor: text(object, "request_X-Forwarded-For"),
      method: text(object, "RequestMethod"),
      target: text(object, "RequestPath"),
      host: text(object, "RequestHost"),
      status: text(object, "DownstreamStatus"),
      referrer: text(object, "request_Referer"),
      userAgent: text(object, "request_User-Agent"),
    };
  },
});
