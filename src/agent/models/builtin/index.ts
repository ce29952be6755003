export { createBuiltinEditor } from "./editor.ts";
