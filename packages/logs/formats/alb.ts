import { patternFormat } from "./pattern.ts";

// The time in the log is the time of the response.
/** https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html */
export const alb = patternFormat({
  name: "alb",
  pattern:
    '$type $time_iso8601 $elb $remote_addr_port $target $request_time $target_time $response_time $status $target_status $received $sent "$request" "$http_user_agent" $rest',
});
