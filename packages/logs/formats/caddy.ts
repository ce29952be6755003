import { parseAnyTime } from "../parse-time.ts";
import { readHeaders } from "../read-headers.ts";
import { hasAll, inner, jsonFormat, text } from "./json-lines.ts";

/** https://caddyserver.com/docs/caddyfile/directives/log */
export const caddy = jsonFormat({
  name: "caddy",
  read(object, wanted) {
    const request = inner(object, "request");
    if (!hasAll(request, "method", "uri")) return hasAll(object, "level", "ts", "msg") ? "comment" : null;
    const headers = inner(request, "headers");
    return {
      atMs: parseAnyTime(object.ts),
      ip: text(request, "client_ip", "remote_ip"),
      forwardedFor: text(
        headers,
        "X-Forwarded-For",
        "Cf-Connecting-Ip",
        "True-Client-Ip",
        "Fastly-Client-Ip",
      ),
      method: text(request, "method"),
      target: text(request, "uri"),
      host: text(request, "host"),
      status: text(object, "status"),
      referrer: text(headers, "Referer"),
      userAgent: text(headers, "User-Agent"),
      headers: readHeaders(headers, wanted) ?? null,
    };
  },
});
