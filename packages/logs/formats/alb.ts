import { patternFormat } from "./pattern.ts";

// These logs contain the time of each response, not of the request.
const fields =
  '$time_iso8601 $elb $remote_addr_port $target $request_time $target_time $response_time $status $target_status $received $sent "$request" "$http_user_agent" $rest';

/** https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html */
export const alb = patternFormat({ name: "alb", pattern: `$type ${fields}` });

/** https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/access-log-collection.html */
export const elb = patternFormat({ name: "elb", pattern: fields });
