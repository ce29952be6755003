import { createBuiltinEditor } from "./builtin/index.ts";
import type { Model } from "./model.ts";

const builtin = createBuiltinEditor();

/** The model that `provider/model` names, or null where this installation has none of that name. */
export function findModel(id: string): Model | null {
  return id === builtin.id ? builtin : null;
}
