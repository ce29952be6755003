import type { z } from "zod";

/**
 * An input as the schema wants it, where it differs only in how models write things: a list or object sent as a string
 * of JSON, a number or boolean as a string or the other way round, one thing where a list of it belongs, null for what
 * is left out. Else the input as it is. Texts are never touched.
 */
export function mendInput(input: unknown, error: z.ZodError): unknown {
  if (typeof input !== "object" || input === null) return input;
  const mended: unknown = structuredClone(input);
  for (const issue of error.issues) {
    if (issue.code !== "invalid_type") continue;
    const holder = holderOf(mended, issue.path);
    const key = issue.path.at(-1);
    if (holder === null || key === undefined || !Object.hasOwn(holder, key)) continue;
    const value = holder[key];
    if (value === null) delete holder[key];
    else
      holder[key] =
        typeof value === "string" ? fromText(value, issue.expected) : wrapped(value, issue.expected);
  }
  return mended;
}

type Holder = Record<PropertyKey, unknown>;

function holderOf(input: unknown, path: readonly PropertyKey[]): Holder | null {
  let at = input;
  for (const key of path.slice(0, -1)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return null;
    at = (at as Holder)[key];
  }
  return typeof at === "object" && at !== null ? (at as Holder) : null;
}

function fromText(text: string, expected: string): unknown {
  const value = jsonOf(text);
  switch (expected) {
    case "array":
      return Array.isArray(value) ? value : [text];
    case "object":
      return typeof value === "object" && value !== null ? value : text;
    case "number":
    case "int":
      return typeof value === "number" ? value : text;
    case "boolean":
      return typeof value === "boolean" ? value : text;
    default:
      return text;
  }
}

function wrapped(value: unknown, expected: string): unknown {
  if (expected === "string" && ["number", "boolean"].includes(typeof value)) return String(value);
  return expected === "array" && typeof value === "object" ? [value] : value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text that is no JSON stays one.
    return undefined;
  }
}
