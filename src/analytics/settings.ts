import { z } from "zod";
import { type AiCategory, aiCategories } from "#counts";
import { limits } from "../limits.ts";
import { invalidInput } from "../std/invalid-input.ts";
import { normalizePath } from "./paths.ts";
import { isTimeZone } from "./query/time-zone.ts";
import { keyRotations } from "./visitor-period.ts";

const { originsMax, originCharsMax, retentionDaysMax } = limits.collect;

const origin = z
  .string("must be an origin")
  .max(originCharsMax)
  .refine((text) => originOf(text) === text, "must be an origin, e.g. https://docs.example.com");

const timeZone = z
  .string("must be a time zone")
  .refine(isTimeZone, "must be an IANA time zone, e.g. Europe/Berlin");

const basePath = z
  .string("must be a path")
  .refine(
    (text) => text === "" || (text !== "/" && normalizePath(text, "") === text),
    "must be empty or a path without a trailing slash, e.g. /docs",
  );

const categories = z.array(z.enum(aiCategories)).readonly();
const whatCategories = `must be all, or some of ${aiCategories.join(", ")}`;
const whatRetention = `must be a whole number of days from 1 to ${retentionDaysMax}`;

/** A project's analytics settings and their valid values. */
export const analyticsSettings = z.object({
  allowedOrigins: z
    .array(origin)
    .max(originsMax, `must have at most ${originsMax} origins`)
    .readonly()
    .describe(
      "Origins of the docs, e.g. https://docs.example.com. Page views from browsers on other origins are refused, and views of other hosts in logs and events are not counted. Leave empty to allow all origins.",
    ),
  basePath: basePath.describe(
    "Prefix of all docs paths, e.g. /docs. Reports omit this prefix. Leave empty if there is none.",
  ),
  timeZone: timeZone.describe("Time zone of the project's reports, e.g. Europe/Berlin."),
  keyRotation: z
    .enum(keyRotations)
    .describe(
      "How often the key for hashing visitors changes. Returning visitors cannot be recognized across a change.",
    ),
  aiCategories: z
    .union(
      [categories, z.literal("all").transform((): readonly AiCategory[] => aiCategories)],
      whatCategories,
    )
    .describe("Categories of AI agents that count as AI visitors. Other agents are listed but not counted."),
  retentionDays: z
    .int(whatRetention)
    .min(1, whatRetention)
    .max(retentionDaysMax, whatRetention)
    .nullable()
    .describe(
      "Number of days to keep events; older ones are permanently deleted. Leave empty to keep events forever.",
    ),
});

export type AnalyticsSettings = z.output<typeof analyticsSettings>;

export const defaultSettings: AnalyticsSettings = Object.freeze({
  allowedOrigins: [],
  basePath: "",
  timeZone: "UTC",
  keyRotation: "never",
  aiCategories,
  retentionDays: null,
});

/** The fields for display: a JSON Schema for each field's values, and its default. */
export const settingFields = Object.entries(analyticsSettings.shape).map(([name, type]) => {
  // Only a list of categories is valid here, because only the command line accepts the word `all`.
  const accepted = name === "aiCategories" ? categories : type;
  const { $schema: _, description: _description, ...schema } = z.toJSONSchema(accepted, { io: "input" });
  const key = name as keyof AnalyticsSettings;
  return { name, description: type.description ?? "", schema: { ...schema, default: defaultSettings[key] } };
});

/** Parses the fields to change. The details of `invalid_request` list each invalid field. */
export function parseSettingsChange(input: unknown): Partial<AnalyticsSettings> {
  const parsed = analyticsSettings.partial().safeParse(input);
  if (parsed.success) {
    const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given) as Partial<AnalyticsSettings>;
  }
  throw invalidInput(parsed.error);
}

/** Returns the origin of a web address, in the form used by browsers, or null. */
export function originOf(text: string): string | null {
  const url = URL.parse(text);
  return url === null || !/^https?:$/u.test(url.protocol) ? null : url.origin;
}
