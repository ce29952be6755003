/** One method of one path, as OpenAPI writes it. */
export interface TableRoute {
  readonly method: "get" | "post";
  readonly path: string;
}

export interface RouteTable {
  /** The template that covers a path, and the methods that it takes; null where none does. */
  find(path: string): { readonly path: string; readonly allow: readonly string[] } | null;
}

/** Looked at only for requests that no route took: to tell 405 from 404. */
export function createRouteTable(routes: readonly TableRoute[]): RouteTable {
  const templates = new Map<string, string[]>();
  for (const { method, path } of routes) {
    const allow = templates.get(path) ?? [];
    templates.set(path, [...allow, ...(method === "get" ? ["GET", "HEAD"] : ["POST"])]);
  }
  const parsed = [...templates].map(([path, allow]) => ({ path, allow, parts: path.split("/") }));
  return {
    find(path) {
      const parts = path.split("/");
      return (
        parsed.find(
          (template) =>
            template.parts.length === parts.length &&
            template.parts.every((part, index) =>
              part.startsWith("{") ? parts[index] !== "" : part === parts[index],
            ),
        ) ?? null
      );
    },
  };
}

/** `/a/{id}` as Hono writes it: `/a/:id`. */
export function honoPath(path: string): string {
  return path.replace(/\{([^}]+)\}/gu, ":$1");
}
