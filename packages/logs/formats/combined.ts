import { patternFormat } from "./pattern.ts";

const fields =
  '$ident $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"';

/** https://httpd.apache.org/docs/current/logs.html#combined; nginx's default. */
export const combined = patternFormat({
  name: "combined",
  pattern: `$remote_addr ${fields}`,
});

/** Debian's `vhost_combined`. */
export const combinedVhost = patternFormat({
  name: "combined_vhost",
  pattern: `$host $remote_addr ${fields}`,
});

/** The `main` format in nginx's example configuration. */
export const combinedForwarded = patternFormat({
  name: "combined_forwarded",
  pattern: `$remote_addr ${fields} "$http_x_forwarded_for"`,
});
