import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ValidateFunction } from "ajv";
import type { ApiAnswer, ApiRequest } from "./forge.ts";

interface Operation {
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>
  >;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly parameters: Readonly<Record<string, { readonly name: string; readonly in: string }>>;
  };
}

/** `nullable` beside a `$ref` or `anyOf` without a type: JSON Schema expresses it with an additional alternative. */
function withoutBareNullable(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || !("nullable" in value)) return value;
  // JSON Schema also requires null among the values.
  if ("enum" in value && Array.isArray(value.enum)) return { ...value, enum: [...value.enum, null] };
  if ("type" in value) return value;
  const { nullable: _nullable, ...schema } = value;
  return { anyOf: [schema, { type: "null" }] };
}

/** GitHub's published description of its API, which requests and responses must match. */
function read() {
  const file = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json");
  const description = JSON.parse(readFileSync(file, "utf8"), withoutBareNullable) as Description;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(description, "github");
  const compiled = new Map<string, ValidateFunction>();

  function validate(pointer: string, value: unknown, what: string): void {
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `github#${pointer}` });
    compiled.set(pointer, check);
    if (!check(value))
      throw new Error(`${what} is not as GitHub describes it: ${ajv.errorsText(check.errors)}`);
  }

  function find({ method, path }: ApiRequest): { pointer: string; operation: Operation } {
    const template = Object.keys(description.paths).find((known) => matches(known, path, method));
    const operation = description.paths[template ?? ""]?.[method.toLowerCase()];
    if (template === undefined || operation === undefined) throw new Error(`GitHub has no ${method} ${path}`);
    return { pointer: `/paths/${template.replaceAll("/", "~1")}/${method.toLowerCase()}`, operation };
  }

  function matches(template: string, path: string, method: string): boolean {
    const pattern = template.replace(/\{[^}]+\}/gu, "[^/]+");
    return (
      new RegExp(`^${pattern}$`, "u").test(path) &&
      method.toLowerCase() in (description.paths[template] ?? {})
    );
  }

  return {
    example: (name: string): unknown => structuredClone(description.components.examples[name]?.value),
    checkRequest(request: ApiRequest): void {
      const { pointer, operation } = find(request);
      const known = new Set(
        (operation.parameters ?? [])
          .map((p) =>
            p.$ref === undefined ? p : description.components.parameters[p.$ref.split("/").at(-1) ?? ""],
          )
          .filter((parameter) => parameter?.in === "query")
          .map((parameter) => parameter?.name),
      );
      for (const name of request.query.keys())
        if (!known.has(name)) throw new Error(`GitHub knows no ${name} of ${request.method} ${request.path}`);
      if (operation.requestBody !== undefined && request.body !== null)
        validate(`${pointer}/requestBody/content/application~1json/schema`, request.body, "What was sent");
      if (operation.requestBody === undefined && request.body !== null)
        throw new Error("GitHub takes no body there");
    },
    checkAnswer(request: ApiRequest, { status, body }: ApiAnswer): void {
      const { pointer, operation } = find(request);
      const described = operation.responses[String(status)];
      // A 401 and some 403 responses come from a layer in front of the API, and are not described.
      if (described === undefined && status >= 400) return;
      // For example, the 422 for a reviewer who is not a collaborator: its body is not described.
      if (described !== undefined && described.$ref === undefined && described.content === undefined) return;
      const at =
        described?.$ref === undefined ? `${pointer}/responses/${status}` : described.$ref.replace(/^#/u, "");
      validate(`${at}/content/application~1json/schema`, body, `The double's ${status}`);
    },
  };
}

let known: ReturnType<typeof read> | null = null;

/** The description is read once per process, because it is large. */
export function githubDescription(): ReturnType<typeof read> {
  known ??= read();
  return known;
}
