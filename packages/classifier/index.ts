export {
  type AiCategory,
  aiCategories,
  type BotSort,
  type Classification,
  type Client,
  type Confidence,
  type RequestSource,
  unknownNames,
} from "./classification.ts";
export { type Classifier, createClassifier } from "./create-classifier.ts";
export { ClassifierError } from "./errors.ts";
export { createFindCdn, type FindCdn } from "./ip-lists/cdns.ts";
export { type AddressVerdict, addressVerdict } from "./judge.ts";
export { limits } from "./limits.ts";
export {
  type AgentList,
  type AgentLists,
  type AgentListsOptions,
  openAgentLists,
  type RefreshOutcome,
} from "./published/agent-lists.ts";
export type { Published } from "./published/published.ts";
export { type RequestSignals, signalHeaders } from "./request-signals.ts";
