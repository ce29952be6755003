import { patternFormat } from "./pattern.ts";
import { decodeTwice, unplus, w3cFormat } from "./w3c.ts";

const common = '$ident $remote_user [$time_local] "$request" $status $body_bytes_sent';
const combined = `${common} "$http_referer" "$http_user_agent"`;

// These logs contain the time of each response, not of the request.
const elb =
  '$time_iso8601 $elb $remote_addr_port $target $request_time $target_time $response_time $status $target_status $received $sent "$request" "$http_user_agent" $rest';

/** The formats whose lines are text. Formats that read more of a line precede formats that read less. */
export const textFormats = [
  // https://doc.traefik.io/traefik/observability/access-logs/: the Combined Log Format with additional fields.
  patternFormat({
    name: "traefik",
    pattern: `$remote_addr ${combined} $number "$router" "$server_url" $duration_in`,
  }),
  // The `main` format in nginx's example configuration.
  patternFormat({
    name: "combined_forwarded",
    pattern: `$remote_addr ${combined} "$http_x_forwarded_for"`,
  }),
  // https://httpd.apache.org/docs/current/logs.html#combined; nginx's default.
  patternFormat({ name: "combined", pattern: `$remote_addr ${combined}` }),
  // Debian's `vhost_combined`.
  patternFormat({ name: "combined_vhost", pattern: `$host $remote_addr ${combined}` }),
  // https://httpd.apache.org/docs/current/logs.html#common
  patternFormat({ name: "common", pattern: `$remote_addr ${common}` }),
  patternFormat({ name: "common_vhost", pattern: `$host $remote_addr ${common}` }),
  // https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html
  patternFormat({ name: "alb", pattern: `$type ${elb}` }),
  // https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/access-log-collection.html
  patternFormat({ name: "elb", pattern: elb }),
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html
  patternFormat({
    name: "s3",
    pattern:
      '$owner $bucket [$time_local] $remote_addr $requester $request_id $operation $key "$request" $status $error $sent $size $total_time $turn_around_time "$http_referer" "$http_user_agent" $version $host_id $signature $cipher $authentication $host $rest',
  }),
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/AccessLogs.html (tabs, URL-encoded)
  w3cFormat({
    name: "cloudfront",
    accepts: (fields) => fields.includes("x-edge-location"),
    decode: decodeTwice,
  }),
  // https://learn.microsoft.com/iis
  w3cFormat({
    name: "iis",
    accepts: (fields) => ["date", "time", "cs-uri-stem"].every((field) => fields.includes(field)),
    decode: unplus,
  }),
];
