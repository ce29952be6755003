import { patternFormat } from "./pattern.ts";

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html */
export const s3 = patternFormat({
  name: "s3",
  pattern:
    '$owner $bucket [$time_local] $remote_addr $requester $request_id $operation $key "$request" $status $error $sent $size $total_time $turn_around_time "$http_referer" "$http_user_agent" $version $host_id $signature $cipher $authentication $host $rest',
});
