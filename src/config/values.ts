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

/** The value contains a password, so no message may quote it. */
export const postgresUrl = z
  .string()
  .trim()
  .refine(
    (text) => URL.canParse(text) && /^postgres(?:ql)?:$/u.test(new URL(text).protocol),
    "must be a URL such as postgres://user:password@db.example.com:5432/docwright",
  )
  .refine(
    (text) => !URL.canParse(text) || new URL(text).pathname.length > 1,
    "must end with the name of a database",
  );

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
