import { hasAll, jsonFormat, text } from "./json-lines.ts";
import { requestOf, w3cFormat } from "./w3c.ts";

/** CloudFront encodes fields again even if they arrived encoded, so characters such as spaces may be encoded twice. */
const decode = (field: string): string => decodeOnce(decodeOnce(field));

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/AccessLogs.html (tabs, URL-encoded) */
export const cloudfront = w3cFormat({
  name: "cloudfront",
  accepts: (fields) => fields.includes("x-edge-location"),
  decode,
});

/** The same fields in JSON format, an option of standard logging (v2). */
export const cloudfrontJson = jsonFormat({
  name: "cloudfront_json",
  read(object) {
    if (!hasAll(object, "date", "time", "cs-uri-stem", "sc-status")) return null;
    return requestOf((field) => text(object, originalName[field] ?? field), decode);
  },
});

/** The original spelling of field names that contain capital letters. */
const originalName: Readonly<Record<string, string>> = {
  "cs(host)": "cs(Host)",
  "cs(referer)": "cs(Referer)",
  "cs(user-agent)": "cs(User-Agent)",
};

function decodeOnce(field: string): string {
  if (!field.includes("%")) return field;
  try {
    return decodeURIComponent(field);
  } catch {
    // The field was truncated within an escape, so it is returned unchanged.
    return field;
  }
}
