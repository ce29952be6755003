import type { ModelProvider, ProviderVariable } from "../../model-providers.ts";
import type { ModelNotes } from "./known-models.ts";
import type { Patience } from "./silence.ts";

/** The installation's model configuration. */
export interface ModelSettings extends Readonly<Partial<Record<ProviderVariable, string | undefined>>> {
  /** Proxies and private certificate authorities. */
  readonly network: Readonly<Record<string, string>>;
  readonly models: ModelNotes;
  readonly modelFirstWordSeconds: number;
  readonly modelSilenceSeconds: number;
}

/** Returns the installation's key and address for a provider; a value is null if it is missing. */
export function accessOf(
  { keyVariable, urlVariable, defaultUrl }: ModelProvider,
  settings: ModelSettings,
): { readonly apiKey: string | null; readonly baseUrl: string | null } {
  return { apiKey: settings[keyVariable] ?? null, baseUrl: settings[urlVariable] ?? defaultUrl };
}

export function patienceOf({ modelFirstWordSeconds, modelSilenceSeconds }: ModelSettings): Patience {
  return { firstChunkMs: modelFirstWordSeconds * 1000, chunkMs: modelSilenceSeconds * 1000 };
}
