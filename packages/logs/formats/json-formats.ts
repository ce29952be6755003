import { parseAnyTime } from "../parse-time.ts";
import { readHeaders } from "../read-headers.ts";
import { parseClfTime } from "./clf-time.ts";
import { hasAll, inner, type JsonObject, jsonFormat, text } from "./json-lines.ts";
import { withoutPort } from "./log-format.ts";
import { decodeTwice, requestOf } from "./w3c.ts";

/** The formats whose lines are JSON objects. Formats that read more of an object precede formats that read less. */
export const jsonFormats = [
  // https://caddyserver.com/docs/caddyfile/directives/log
  jsonFormat({
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
  }),
  // https://doc.traefik.io/traefik/observability/access-logs/
  jsonFormat({
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
  }),
  // The fields of CloudFront's text in JSON, an option of standard logging (v2).
  jsonFormat({
    name: "cloudfront_json",
    read(object) {
      if (!hasAll(object, "date", "time", "cs-uri-stem", "sc-status")) return null;
      return requestOf((field) => text(object, originalName[field] ?? field), decodeTwice);
    },
  }),
  // https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/
  jsonFormat({
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
  }),
  // https://vercel.com/docs/drains/reference/logs: entries without `proxy` record no request.
  jsonFormat({
    name: "vercel",
    read(object) {
      const proxy = inner(object, "proxy");
      if (!hasAll(proxy, "method", "path"))
        return hasAll(object, "deploymentId", "source") ? "comment" : null;
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
  }),
  // https://docs.netlify.com/manage/monitoring/log-drains: traffic among other types of entries.
  jsonFormat({
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
  }),
  // The JSON that Fastly suggests for its logging endpoints: https://docs.fastly.com/en/guides/useful-log-formats
  jsonFormat({
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
  }),
  // An nginx `log_format … escape=json`, with fields named after nginx's variables or by common short names.
  jsonFormat({
    name: "nginx_json",
    read(object) {
      const [method = "", target = ""] = text(object, "request").split(" ");
      const uri = text(object, "request_uri", "uri", "path", "url") || target;
      const time = text(
        object,
        "time_iso8601",
        "msec",
        "timestamp",
        "@timestamp",
        "time",
        "time_local",
        "ts",
      );
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
  }),
];

/** Whether an object is the test message that a Logpush job of Cloudflare sends first. */
const isTest = (object: JsonObject): boolean =>
  text(object, "content").startsWith("test") && Object.keys(object).length <= 2;

/** The original spelling of CloudFront's field names that contain capital letters. */
const originalName: Readonly<Record<string, string>> = {
  "cs(host)": "cs(Host)",
  "cs(referer)": "cs(Referer)",
  "cs(user-agent)": "cs(User-Agent)",
};

/** The fields in which nginx may log the addresses before the last proxy. */
const forwarded = [
  ...["http_x_forwarded_for", "x_forwarded_for"],
  ...["http_cf_connecting_ip", "cf_connecting_ip", "http_true_client_ip", "http_fastly_client_ip"],
];
