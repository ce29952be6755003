import type { ModelNotes } from "./known-models.ts";
import type { Patience } from "./silence.ts";

/** The installation's model configuration. */
export interface ModelSettings {
  readonly anthropicKey?: string | undefined;
  readonly anthropicUrl?: string | undefined;
  readonly openaiKey?: string | undefined;
  readonly openaiUrl?: string | undefined;
  readonly googleKey?: string | undefined;
  readonly googleUrl?: string | undefined;
  readonly openaiCompatibleKey?: string | undefined;
  readonly openaiCompatibleUrl?: string | undefined;
  /** Proxies and private certificate authorities. */
  readonly network: Readonly<Record<string, string>>;
  readonly models: ModelNotes;
  readonly modelFirstWordSeconds: number;
  readonly modelSilenceSeconds: number;
}

/** Returns the installation's key and address for a provider; a value is null if it is not set. */
export function accessOf(provider: string, settings: ModelSettings): Access {
  switch (provider) {
    case "anthropic":
      return access(settings.anthropicKey, settings.anthropicUrl);
    case "openai":
      return access(settings.openaiKey, settings.openaiUrl);
    case "google":
      return access(settings.googleKey, settings.googleUrl);
    case "openai-compatible":
      return access(settings.openaiCompatibleKey, settings.openaiCompatibleUrl);
    default:
      return access(undefined, undefined);
  }
}

interface Access {
  readonly apiKey: string | null;
  readonly baseUrl: string | null;
}

function access(apiKey: string | undefined, baseUrl: string | undefined): Access {
  return { apiKey: apiKey ?? null, baseUrl: baseUrl ?? null };
}

export function patienceOf({ modelFirstWordSeconds, modelSilenceSeconds }: ModelSettings): Patience {
  return { firstChunkMs: modelFirstWordSeconds * 1000, chunkMs: modelSilenceSeconds * 1000 };
}
