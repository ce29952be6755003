/** An external agent, as the operator configured it. */
export interface ExternalAgentSettings {
  /** The program and its arguments; a name without "/" is looked up on PATH. */
  readonly command: readonly string[];
  /** The environment variable for the agent's own key; if undefined, the agent gets no key. */
  readonly keyVariable?: string | undefined;
  /** Other environment variables, without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Hosts that the agent may reach, as `name` (port 443) or `name:port`. If empty, the agent has no network access. */
  readonly hosts: readonly string[];
  /** Files and folders on this machine that the agent's program needs and may read. */
  readonly readOnly: readonly string[];
  /** The ID of the sign-in method to request after the handshake, if the agent requires one. */
  readonly signIn?: string | undefined;
}

/** `bubblewrap` confines agents; `none` runs them with all of this service's permissions. */
export type SandboxKind = "bubblewrap" | "none";

export interface ExternalSettings {
  /** The agents, keyed by the name after `acp/`. */
  readonly acpAgents: Readonly<Record<string, ExternalAgentSettings>>;
  readonly acpSandbox: SandboxKind;
  /** The data folder, which contains the agents' files while they work. */
  readonly data: string;
  readonly searchPath: string | null;
}
