import { modelProviders } from "../../model-providers.ts";
import { createBuiltinEditor } from "./builtin/index.ts";
import { factsOf, namedModels } from "./known-models.ts";
import { accessOf, type ModelSettings } from "./settings.ts";

/** A model to choose from, with its price. */
export interface ListedModel {
  /** `provider/model`. */
  readonly id: string;
  readonly provider: string;
  /** In US dollars per million tokens; null if unknown. */
  readonly price: { readonly inputUsd: number; readonly outputUsd: number } | null;
  /** Whether the model works without a key, or this installation has a key for it. */
  readonly hasKey: boolean;
}

/** Lists the built-in editor, the models that the operator named, and the models whose price is known. */
export function listModels(settings: ModelSettings): readonly ListedModel[] {
  const builtin = createBuiltinEditor().id;
  const free = { inputUsd: 0, outputUsd: 0 };
  const [provider = ""] = builtin.split("/");
  return [
    { id: builtin, provider, price: free, hasKey: true },
    ...namedModels(settings.models).flatMap((id) => {
      const own = modelProviders.find(({ name }) => id.startsWith(`${name}/`));
      if (own === undefined) return [];
      const { price } = factsOf(id, settings.models);
      const hasKey = own.worksWithoutKey || accessOf(own, settings).apiKey !== null;
      return [{ id, provider: own.name, price, hasKey }];
    }),
  ];
}
