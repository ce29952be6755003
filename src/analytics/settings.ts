import { z } from "zod";
import { type AiCategory, aiCategories } from "#counts";
import { limits } from "../limits.ts";
import { invalidInput } from "../std/invalid-input.ts";
import { normalisePath } from "./paths.ts";
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
    (text) => text === "" || (text !== "/" && normalisePath(text, "") === text),
    "must be empty or a path without a slash at its end, e.g. /docs",
  );

const categories = z.array(z.enum(aiCategories)).readonly();
const whatCategories = `must be all, or some of ${aiCategories.join(", ")}`;
const whatRetention = `must be a whole number of days from 1 to ${retentionDaysMax}`;

/** What a project says about its analytics: the fields, and what they may hold. */
export const analyticsSettings = z.object({
  allowedOrigins: z
    .array(origin)
    .max(originsMax, `must hold at most ${originsMax} origins`)
    .readonly()
    .describe(
      "Sites whose pages may tell of their visits, e.g. https://docs.example.com. None stands for all.",
    ),
  basePath: basePath.describe(
    "What stands before every path of the docs and is left out of their paths, e.g. /docs. Empty for none.",
  ),
  timeZone: timeZone.describe("The zone in which the project's reports are read, e.g. Europe/Berlin."),
  keyRotation: z
    .enum(keyRotations)
    .describe(
      "How often visitors get another key. Without the former one nobody can tell that they came before, us included.",
    ),
  aiCategories: z
    .union(
      [categories, z.literal("all").transform((): readonly AiCategory[] => aiCategories)],
      whatCategories,
    )
    .describe("Which AI agents count as AI visitors. The others are listed, and count as nothing."),
  retentionDays: z
    .int(whatRetention)
    .min(1, whatRetention)
    .max(retentionDaysMax, whatRetention)
    .nullable()
    .describe("Days that visits are kept; older ones are deleted for good. Empty keeps them for ever."),
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

/** The fields for whoever shows them: what each takes as JSON Schema, with its default. */
export const settingFields = Object.entries(analyticsSettings.shape).map(([name, type]) => {
  // Of the categories only the list: the word for all of them is the command line's.
  const taken = name === "aiCategories" ? categories : type;
  const { $schema: _, description: _description, ...schema } = z.toJSONSchema(taken, { io: "input" });
  const key = name as keyof AnalyticsSettings;
  return { name, description: type.description ?? "", schema: { ...schema, default: defaultSettings[key] } };
});

/** The fields that a person or program wants changed; `invalid_request` names each one that is wrong. */
export function parseSettingsChange(input: unknown): Partial<AnalyticsSettings> {
  const parsed = analyticsSettings.partial().safeParse(input);
  if (parsed.success) {
    const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given) as Partial<AnalyticsSettings>;
  }
  throw invalidInput(parsed.error);
}

/** The origin of a web address as browsers write it, or null. */
export function originOf(text: string): string | null {
  const url = URL.parse(text);
  return url === null || !/^https?:$/u.test(url.protocol) ? null : url.origin;
}
