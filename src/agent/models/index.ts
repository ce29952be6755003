import { TurnError } from "../../errors.ts";
import { modelProviders } from "../../model-providers.ts";
import type { Clock } from "../../std/clock.ts";
import { createBuiltinEditor } from "./builtin/index.ts";
import { createFetch } from "./fetch.ts";
import { factsOf } from "./known-models.ts";
import { createLanguageModel } from "./language-model.ts";
import { type ListedModel, listModels } from "./listed-models.ts";
import type { Model } from "./model.ts";
import { probeModel } from "./probe.ts";
import { openers } from "./providers/index.ts";
import { accessOf, type ModelSettings, patienceOf } from "./settings.ts";

export interface ModelsDeps {
  readonly clock: Clock;
  readonly settings: ModelSettings;
}

export type { ListedModel } from "./listed-models.ts";

export interface Models {
  /** Lists models to choose from. The list is incomplete, because only the providers know all their models. */
  list(): readonly ListedModel[];
  /** Whether `provider/model` names a known provider. Only the provider knows its models. */
  isModel(id: string): boolean;
  /**
   * Returns the model, or null if there is no such provider. `findKey` returns the project's own key for a provider,
   * which takes precedence over the installation's. Throws `needs_language_model` if there is no key at all.
   */
  find(id: string, findKey: (provider: string) => Promise<string | null>): Promise<Model | null>;
  /**
   * Sends a short request and returns a sentence about the model's abilities, or throws a `TurnError`. `findKey` is as
   * in `find`.
   */
  probe(
    id: string,
    findKey: (provider: string) => Promise<string | null>,
    signal: AbortSignal,
  ): Promise<string>;
}

export function createModels({ clock, settings }: ModelsDeps): Models {
  // By default, the library writes warnings to the console.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const builtin = createBuiltinEditor();
  const fetch = createFetch(settings.network);
  const patience = patienceOf(settings);
  const models: Models = {
    list: () => listModels(settings),
    isModel: (id) => id === builtin.id || parse(id) !== null,
    async find(id, findKey) {
      if (id === builtin.id) return builtin;
      const named = parse(id);
      if (named === null) return null;
      const { provider, model } = named;
      const { apiKey: ours, baseUrl } = accessOf(provider, settings);
      const apiKey = (await findKey(provider.name)) ?? ours;
      if (apiKey === null && !provider.worksWithoutKey)
        throw new TurnError(
          "needs_language_model",
          `There is no key for ${provider.name}. Set ${provider.keyVariable}, or set the project's own key: docwright credential set ${provider.name}.`,
        );
      if (baseUrl === null)
        throw new TurnError(
          "needs_language_model",
          `${provider.name} models need an address. Set ${provider.urlVariable}, e.g. http://localhost:11434/v1.`,
        );
      const open = openers[provider.name]({ model, apiKey, baseUrl, fetch });
      return createLanguageModel({
        id,
        open,
        clock,
        patience,
        secret: apiKey,
        facts: factsOf(id, settings.models),
      });
    },
    async probe(id, findKey, signal) {
      const model = await models.find(id, findKey);
      if (model === null)
        throw new TurnError("model_error", `This installation has no model ${id}. Set DOCWRIGHT_MODEL.`);
      return probeModel(model, signal);
    },
  };
  return models;
}

function parse(id: string) {
  const slash = id.indexOf("/");
  const provider = modelProviders.find(({ name }) => name === id.slice(0, slash));
  const model = id.slice(slash + 1);
  return provider === undefined || model === "" ? null : { provider, model };
}
