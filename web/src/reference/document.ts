/** The part of an OpenAPI 3.1 document that the reference shows. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface ApiResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
}

/** An operation with its method and path. */
export interface Endpoint extends Operation {
  readonly method: string;
  readonly path: string;
}

/** Groups the operations by their first tag, in the order of the document's tags. */
export function groupsOf({ paths, tags }: ApiDocument) {
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Endpoint => ({ ...operation, method, path })),
  );
  return tags
    .map((tag) => ({ ...tag, endpoints: endpoints.filter((endpoint) => endpoint.tags[0] === tag.name) }))
    .filter((group) => group.endpoints.length > 0);
}

/** Follows a reference to a schema or response, and merges the parts of an `allOf`. */
export function resolve<Target extends Schema | ApiResponse>(api: ApiDocument, target: Target): Target {
  const name = target.$ref?.split("/").at(-1);
  if (name !== undefined) {
    const { schemas, responses } = api.components;
    const found = target.$ref?.includes("/schemas/") === true ? schemas[name] : responses[name];
    return (found as Target | undefined) ?? target;
  }
  if (!("allOf" in target) || target.allOf === undefined) return target;
  const parts = target.allOf.map((part) => resolve(api, part));
  const merged: Schema = {
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties = {} }) => properties)) as Record<
      string,
      Schema
    >,
    required: parts.flatMap(({ required = [] }) => required),
  };
  return merged as Target;
}

/** Names the type of a value: `string`, `Job`, `Job[]`, `integer or null`. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.items !== undefined) return `${typeOf(schema.items)}[]`;
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"]);
  return types.join(" or ") + (schema.format === undefined ? "" : ` (${schema.format})`);
}

/** The object whose properties describe a value: the schema itself, the items of a list, or the part that is not null. */
export function objectIn(api: ApiDocument, schema: Schema): Schema | null {
  const found = resolve(api, schema);
  if (found.properties !== undefined) return found;
  if (found.items !== undefined) return objectIn(api, found.items);
  for (const part of found.anyOf ?? []) {
    const inside = objectIn(api, part);
    if (inside !== null) return inside;
  }
  return null;
}

const depthMax = 5;

/**
 * Returns an example of a value: the document's own if there is one. The example of an object has only the required
 * fields.
 */
export function exampleOf(api: ApiDocument, schema: Schema, depth = 0): unknown {
  const found = resolve(api, schema);
  const [own] = [found.example, ...(found.examples ?? []), found.default, ...(found.enum ?? [])].filter(
    (value) => value !== undefined,
  );
  if (own !== undefined) return own;
  if (depth > depthMax) return null;
  if (found.anyOf !== undefined) return exampleOf(api, found.anyOf[0] ?? {}, depth + 1);
  if (found.items !== undefined) return [exampleOf(api, found.items, depth + 1)];
  if (found.properties !== undefined) {
    const { properties, required = [] } = found;
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name))
        .map(([name, value]) => [name, exampleOf(api, value, depth + 1)]),
    );
  }
  const type = typeof found.type === "string" ? found.type : found.type?.[0];
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  return type === "string" ? "…" : {};
}

/** Returns the schema of the JSON body, which people can type; null if the operation accepts no JSON. */
export function jsonBodyOf({ requestBody }: Operation): Schema | null {
  return requestBody?.content["application/json"]?.schema ?? null;
}

/** Returns a curl command for the endpoint. Path parameters without a value appear as variables: `$PROJECT_ID`. */
export function curlOf({
  endpoint: { method, security },
  url,
  body,
}: {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly body: string | null;
}): string {
  const lines = [`curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"${url}"`];
  if (security.length > 0) lines.push('-H "Authorization: Bearer $DOCWRIGHT_API_KEY"');
  if (body !== null)
    lines.push('-H "Content-Type: application/json"', `-d '${body.replaceAll("'", "'\\''")}'`);
  return lines.join(" \\\n  ");
}

/**
 * Returns the address with the given parameters. Missing path parameters become variables: `{projectId}` is
 * `$PROJECT_ID`.
 */
export function urlOf(
  { path, parameters = [] }: Endpoint,
  { root, values }: { readonly root: string; readonly values: Readonly<Record<string, string>> },
): string {
  const filled = path.replace(/\{(\w+)\}/gu, (_whole, name: string) =>
    values[name] === undefined || values[name] === ""
      ? `$${name.replace(/(?=[A-Z])/gu, "_").toUpperCase()}`
      : encodeURIComponent(values[name]),
  );
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters)
    if (place === "query" && values[name] !== undefined && values[name] !== "") query.set(name, values[name]);
  const text = query.toString();
  return `${root}${filled}${text === "" ? "" : `?${text}`}`;
}
