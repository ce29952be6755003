import { homedir } from "node:os";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";

export const wholeNumber = (bounds: { min: number; max: number }) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/u, `must be a whole number from ${bounds.min} to ${bounds.max}`)
    .transform(Number)
    .refine(
      (n) => n >= bounds.min && n <= bounds.max,
      `must be a whole number from ${bounds.min} to ${bounds.max}`,
    );

export const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);

export const addresses = list.refine(
  (items) => items.every((item) => ipaddr.isValidCIDR(item) || ipaddr.isValid(item)),
  "must be IP addresses or CIDR ranges, separated by commas, e.g. 10.0.0.0/8,192.168.1.7",
);

export const httpUrl = z
  .string()
  .transform((text) => text.replace(/\/+$/u, ""))
  .refine(
    (text) => URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol),
    "must be an http or https URL",
  )
  .refine(
    (text) => !URL.canParse(text) || new URL(text).username === "",
    "must not contain a user name or password",
  );

/** The URL of a database contains a password, so no message may quote it. */
const databaseUrl = (protocol: RegExp, example: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) => URL.canParse(text) && protocol.test(new URL(text).protocol),
      `must be a URL such as ${example}`,
    );

export const postgresUrl = databaseUrl(
  /^postgres(?:ql)?:$/u,
  "postgres://user:password@db.example.com:5432/docwright",
).refine(
  (text) => !URL.canParse(text) || new URL(text).pathname.length > 1,
  "must end with the name of a database",
);

export const clickhouseUrl = databaseUrl(
  /^https?:$/u,
  "https://user:password@clickhouse.example.com:8443/docwright",
).refine((text) => {
  const url = URL.parse(text);
  // The client would use parameters as its own settings, and fails if it can't decode the password.
  return (
    url === null ||
    (/^\/\w{1,64}$/u.test(url.pathname + url.search + url.hash) && isEncoded(url.username + url.password))
  );
}, "must end with the name of a database in letters, digits and underscores, and special characters in the password must be percent-encoded");

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Parses any JSON. To validate the value, append `.pipe(schema)`. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "must be JSON" });
    return z.NEVER;
  }
});

/**
 * Allows only characters that a header can contain. With other characters, the request's error message would contain
 * the key.
 */
export const providerKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,8192}$/u, "must be one line of printable ASCII without spaces")
  .optional();

export const folder = z.string().transform((text) => resolve(text.replace(/^~(?=\/|$)/u, homedir())));
