import { z } from "zod";

/** What the executor checks, and tells in words where a call breaks it. */
const bounds: ReadonlySet<string> = new Set([
  ...["minLength", "maxLength", "pattern", "minItems", "maxItems", "minimum", "maximum"],
]);

type Schema = Readonly<Record<string, unknown>>;

/**
 * A tool's input as a model is shown it: names, types, descriptions and defaults, without bounds. Servers that make a
 * grammar of it (llama.cpp, and so LM Studio) write a bound out as that many repetitions: a nested string of at most
 * 2,000 characters is more than they take, and they refuse the request (ggml-org/llama.cpp#25746).
 */
export function shownSchema(input: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input" });
  return withoutBounds(schema);
}

function withoutBounds(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => !bounds.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, within(keyword, value)]));
}

/** Only these keywords hold schemas; the names of properties are not keywords. */
function within(keyword: string, value: unknown): unknown {
  if (keyword === "properties")
    return Object.fromEntries(
      Object.entries(value as Schema).map(([name, one]) => [name, withoutBounds(one as Schema)]),
    );
  if (keyword === "items") return withoutBounds(value as Schema);
  return keyword === "anyOf" ? (value as readonly Schema[]).map(withoutBounds) : value;
}
