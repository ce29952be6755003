export { hookRoutes } from "./receive-delivery.ts";
