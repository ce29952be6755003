import { patternFormat } from "./pattern.ts";

const fields = '$ident $remote_user [$time_local] "$request" $status $body_bytes_sent';

/** https://httpd.apache.org/docs/current/logs.html#common */
export const common = patternFormat({
  name: "common",
  pattern: `$remote_addr ${fields}`,
});

export const commonVhost = patternFormat({
  name: "common_vhost",
  pattern: `$host $remote_addr ${fields}`,
});
