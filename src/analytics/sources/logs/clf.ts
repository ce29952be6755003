import { patternFormat } from "./pattern.ts";

const fields = '$ident $remote_user [$time_local] "$request" $status $body_bytes_sent';

/** https://httpd.apache.org/docs/current/logs.html#common */
export const common = patternFormat({
  name: "common",
  about: "Common Log Format",
  pattern: `$remote_addr ${fields}`,
});

export const commonVhost = patternFormat({
  name: "common_vhost",
  about: "Common Log Format after the virtual host",
  pattern: `$host $remote_addr ${fields}`,
});
