/** What every child of git gets in place of the operator's environment. */
export interface EnvironmentOptions {
  /** An empty folder that git takes for its user's. */
  readonly home: string;
  readonly tmp: string;
  /** Of the operator's environment: proxies and private CAs, by name. */
  readonly network: Readonly<Record<string, string>>;
  /** All authorities whose certificates are trusted, in PEM; null for those that git trusts by itself. */
  readonly caFile: string | null;
  readonly searchPath: string;
}

/** What one child gets beside. */
export interface ChildOptions {
  readonly gitDir: string;
  /** The one transport that the child may use; absent: none. */
  readonly protocol?: "https" | "http" | "file";
  readonly env?: Readonly<Record<string, string>>;
  /** Configuration for this child alone, through its environment: other users of the machine cannot read that. */
  readonly config?: readonly (readonly [key: string, value: string])[];
}

/** The words of a command. Only a shell can set the limit of what it becomes. */
export function gitCommand(
  args: readonly string[],
  cpuSecondsMax: number | undefined,
): [string, ...string[]] {
  if (cpuSecondsMax === undefined) return ["git", ...args];
  return ["sh", "-c", `ulimit -t ${cpuSecondsMax} && exec git "$@"`, "sh", ...args];
}

/** Everything that a child gets; nothing of this process's own environment. */
export function gitEnvironment(options: EnvironmentOptions, child: ChildOptions): Record<string, string> {
  const env: Record<string, string> = {
    ...options.network,
    ...(options.caFile === null ? {} : { GIT_SSL_CAINFO: options.caFile }),
    PATH: options.searchPath,
    HOME: options.home,
    XDG_CONFIG_HOME: options.home,
    TMPDIR: options.tmp,
    GIT_DIR: child.gitDir,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    // An empty value would allow the protocol named "", which no transport has; "none" says what is meant.
    GIT_ALLOW_PROTOCOL: child.protocol ?? "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_PAGER: "cat",
    GIT_EDITOR: "false",
    GIT_SSH_COMMAND: "false",
    // What git says is read: in English.
    LC_ALL: "C",
    ...child.env,
  };
  const config = child.config ?? [];
  env.GIT_CONFIG_COUNT = String(config.length);
  for (const [at, [key, value]] of config.entries()) {
    env[`GIT_CONFIG_KEY_${at}`] = key;
    env[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  return env;
}
