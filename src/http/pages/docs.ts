import type { OpenRoute } from "../open-route.ts";
export function docsRoutes(): readonly OpenRoute[] {
  return [];
}
