import { parseAnyTime } from "../parse-time.ts";
import { parseClfTime } from "./clf-time.ts";
import { jsonFormat, text } from "./json-lines.ts";

/** An nginx `log_format … escape=json`, with fields named after nginx's variables or by common short names. */
export const nginxJson = jsonFormat({
  name: "nginx_json",
  read(object) {
    const [method = "", target = ""] = text(object, "request").split(" ");
    const uri = text(object, "request_uri", "uri", "path", "url") || target;
    const time = text(object, "time_iso8601", "msec", "timestamp", "@timestamp", "time", "time_local", "ts");
    const status = text(object, "status", "status_code", "response_status");
    if (uri === "" || time === "" || status === "") return null;
    const iso = parseAnyTime(time);
    return {
      atMs: Number.isNaN(iso) ? parseClfTime(time) : iso,
      ip: text(object, "remote_addr", "client_ip", "remote_ip", "ip", "client"),
      forwardedFor: text(object, ...forwarded),
      method: text(object, "request_method", "method") || method || "GET",
      target: uri,
      host: text(object, "host", "http_host", "server_name", "vhost"),
      status,
      referrer: text(object, "http_referer", "http_referrer", "referer", "referrer"),
      userAgent: text(object, "http_user_agent", "user_agent", "agent"),
    };
  },
});

const forwarded = [
  ...["http_x_forwarded_for", "x_forwarded_for"],
  ...["http_cf_connecting_ip", "cf_connecting_ip", "http_true_client_ip", "http_fastly_client_ip"],
];
