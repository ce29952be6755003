import type { HttpOptions } from "../http.ts";
import type { OpenRoute } from "../open-route.ts";
export function pullRequestRoutes(_: HttpOptions): readonly OpenRoute[] {
  return [];
}
