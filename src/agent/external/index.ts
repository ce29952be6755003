import { join } from "node:path";
import { TurnError } from "../../errors.ts";
import type { AddressGuard } from "../../projects/index.ts";
import type { Clock } from "../../std/clock.ts";
import type { Agent } from "../agent.ts";
import { createExternalAgent } from "./external-agent.ts";
import { sweepRunFolders } from "./run-folder.ts";
import { createSandbox } from "./sandbox.ts";
import type { ExternalSettings } from "./settings.ts";

export type { ExternalSettings } from "./settings.ts";

export interface ExternalAgentsDeps {
  readonly settings: ExternalSettings;
  readonly guard: Pick<AddressGuard, "resolve">;
  readonly clock: Clock;
  readonly version: string;
  /** A variable of the service's environment, for keys; null where it is not set. */
  readVariable(name: string): string | null;
}

export interface ExternalAgents {
  /** Whether the operator configured an agent of this name: `acp/<name>`. */
  has(id: string): boolean;
  /**
   * `findKey` answers the project's own key for it, which goes before the variable of the service's environment.
   * Throws `needs_language_model` where the agent takes a key and there is none.
   */
  find(id: string, findKey: (provider: string) => Promise<string | null>): Promise<Agent | null>;
  /** What there is, and what confines it. Throws with a sentence where configured agents cannot be started. */
  describe(): Promise<string>;
}

const prefix = "acp/";

/** The agents of another make that the operator configured. */
export function createExternalAgents(parts: ExternalAgentsDeps): ExternalAgents {
  const { settings, clock, version } = parts;
  const sandbox = createSandbox(parts);
  const folder = join(settings.data, "external-agents");
  // Whoever worked there is gone: the data folder has one owner.
  sweepRunFolders(folder);
  const agentOf = (id: string) =>
    id.startsWith(prefix) ? (settings.acpAgents[id.slice(prefix.length)] ?? null) : null;

  return {
    has: (id) => agentOf(id) !== null,
    async find(id, findKey) {
      const agent = agentOf(id);
      if (agent === null) return null;
      const { keyVariable } = agent;
      const key = keyVariable === undefined ? null : ((await findKey(id)) ?? parts.readVariable(keyVariable));
      if (keyVariable !== undefined && key === null)
        throw new TurnError(
          "needs_language_model",
          `There is no key for ${id}. Set ${keyVariable}, or give the project its own: docwright credential set ${id}.`,
        );
      return createExternalAgent(id, { settings: agent, key, sandbox, folder, clock, version });
    },
    async describe() {
      const names = Object.keys(settings.acpAgents).map((name) => `${prefix}${name}`);
      if (names.length > 0) return `${names.join(", ")}: ${await sandbox.check()}`;
      const here = await sandbox.check().catch((error: unknown) => {
        if (error instanceof TurnError) return error.message;
        throw error;
      });
      return `none configured (DOCWRIGHT_ACP_AGENTS). ${here}`;
    },
  };
}
