export { openStores } from "./open-stores.ts";
