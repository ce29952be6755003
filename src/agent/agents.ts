import type { ProjectId } from "../projects/index.ts";
import type { Agent } from "./agent.ts";
import { createExternalAgents, type ExternalAgents, type ExternalAgentsParts } from "./external/index.ts";
import { createLoopAgent } from "./loop-agent.ts";
import { createModels, type Models, type ModelsParts } from "./models/index.ts";
import type { Model } from "./models/model.ts";

export interface AgentsParts extends ExternalAgentsParts, ModelsParts {
  readonly settings: ExternalAgentsParts["settings"] & ModelsParts["settings"];
  /** The project's own key for a provider, which goes before the installation's. */
  findKey(projectId: ProjectId, provider: string): Promise<string | null>;
  /** Stands for every model; left out: the models of this installation. */
  readonly findModel?: ((id: string) => Model | null) | undefined;
}

/** Everyone who can carry a job out here, by the name that a job gives its model. */
export interface Agents extends Pick<Models, "isModel"> {
  /** Null where there is no such provider; throws `needs_language_model` where there is no key for it. */
  find(id: string, projectId: ProjectId): Promise<Agent | null>;
  /**
   * Asks a model a little, with the key of this project or, for null, the installation's. Tells what it can do, or
   * throws a `TurnError` with a sentence.
   */
  probe(id: string, projectId: ProjectId | null, signal: AbortSignal): Promise<string>;
  /** Of agents of another make: which there are, and what confines them; throws with a sentence what is amiss. */
  readonly describeExternal: ExternalAgents["describe"];
}

export function createAgents({ findKey, findModel, ...parts }: AgentsParts): Agents {
  const models = createModels(parts);
  const external = createExternalAgents(parts);
  return {
    isModel: (id) => external.has(id) || models.isModel(id),
    // What is asked of a model alone says nothing of an agent: that there is one, and what confines it, does.
    async probe(id, projectId, signal) {
      if (external.has(id)) return external.describe();
      const findOwn = async (name: string) => (projectId === null ? null : findKey(projectId, name));
      return models.probe(id, findOwn, signal);
    },
    describeExternal: external.describe,
    async find(id, projectId) {
      const findOwn = (name: string) => findKey(projectId, name);
      const model = findModel === undefined ? await models.find(id, findOwn) : findModel(id);
      return model === null ? external.find(id, findOwn) : createLoopAgent(model);
    },
  };
}
