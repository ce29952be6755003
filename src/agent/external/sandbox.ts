import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { TurnError } from "../../errors.ts";
import type { AddressGuard } from "../../projects/index.ts";
import { bubblewrapArguments, inside } from "./bubblewrap.ts";
import { type AgentProcess, runProcess, startProcess } from "./processes.ts";
import { findProgram, onPath } from "./program.ts";
import { openProxy, proxySocket } from "./proxy.ts";
import type { RunFolder } from "./run-folder.ts";
import type { ExternalAgentSettings, ExternalSettings } from "./settings.ts";

/** A started agent: its process, and the path of its folder as the agent sees it. */
export interface Confined extends AgentProcess {
  readonly folder: string;
}

export interface Sandbox {
  /** Describes the sandbox that confines agents on this machine. If there is none, throws a `model_error` that says what to do. */
  check(): Promise<string>;
  /** `key` is the agent's own key, for the variable in its settings. */
  start(agent: ExternalAgentSettings, key: string | null, run: RunFolder): Promise<Confined>;
}

export interface SandboxDeps {
  readonly settings: ExternalSettings;
  readonly guard: Pick<AddressGuard, "resolve">;
}

const checkMs = 10_000;
/**
 * The file next to this one, which is .ts in a clone and .js in the package. The sandbox has no package.json that marks
 * its files as modules, so the file extension must identify the launcher as a module.
 */
const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
const launcher = {
  from: fileURLToPath(new URL(`./launch.${ending}`, import.meta.url)),
  to: `/docwright/launch.m${ending}`,
};

export function createSandbox({ settings, guard }: SandboxDeps): Sandbox {
  const { searchPath } = settings;

  async function checkBubblewrap(): Promise<{ path: string; version: string }> {
    const path = process.platform === "linux" ? onPath("bwrap", searchPath) : null;
    if (path === null) throw new TurnError("model_error", `bubblewrap is not installed. ${howToTurnOn}`);
    const { said: version } = await runProcess([path, "--version"], checkMs);
    const trial = ["--unshare-all", "--unshare-user", "--disable-userns", "--ro-bind", "/", "/", "--", path];
    const { code, said } = await runProcess([path, ...trial, "--version"], checkMs);
    if (code === 0) return { path, version };
    const why = said.split("\n", 1)[0] ?? "";
    throw new TurnError(
      "model_error",
      `bubblewrap cannot create namespaces on this machine: ${why}. ${howToTurnOn}`,
    );
  }

  async function startConfined(
    agent: ExternalAgentSettings,
    environment: Readonly<Record<string, string>>,
    run: RunFolder,
  ): Promise<Confined> {
    const { path } = await checkBubblewrap();
    const program = findProgram(agent.command, searchPath);
    const node = realpathSync(process.execPath);
    const proxy =
      agent.hosts.length === 0
        ? null
        : await openProxy({ folder: run.socketFolder, hosts: agent.hosts, guard });
    const confinement = bubblewrapArguments({
      folder: run.files,
      readOnly: [...new Set([node, ...program.needs, ...agent.readOnly])],
      socketFolder: proxy === null ? null : run.socketFolder,
      accountFolder: run.accountFolder,
      launcher,
    });
    const socket = proxy === null ? "-" : `${inside.socketFolder}/${proxySocket}`;
    const launch = [node, launcher.to, String(inside.proxyPort), socket, ...program.words];
    const started = startProcess({
      words: [path, ...confinement, ...launch],
      // Pass these variables in the environment, because every user on this machine can see bubblewrap's arguments.
      environment: { HOME: inside.home, ...(proxy === null ? {} : proxied), ...environment },
      cwd: run.files,
    });
    void started.ended.then(() => proxy?.close());
    return { ...started, folder: inside.folder };
  }

  /** Runs with all permissions of this service, as the operator requested. */
  function startUnconfined(
    agent: ExternalAgentSettings,
    environment: Readonly<Record<string, string>>,
    run: RunFolder,
  ): Confined {
    const program = findProgram(agent.command, searchPath);
    const path = searchPath === null ? {} : { PATH: searchPath };
    const started = startProcess({
      words: program.words,
      environment: { ...path, HOME: run.home, ...environment },
      cwd: run.files,
    });
    return { ...started, folder: run.files };
  }

  return {
    async check() {
      if (settings.acpSandbox === "none") return "Not confined (DOCWRIGHT_ACP_SANDBOX=none).";
      const { version } = await checkBubblewrap();
      return `Confined by ${version}, in separate namespaces.`;
    },
    async start(agent, key, run) {
      const { keyVariable } = agent;
      const own = keyVariable === undefined || key === null ? {} : { [keyVariable]: key };
      const environment = { LANG: "C.UTF-8", ...agent.environment, ...own };
      if (settings.acpSandbox === "none") return startUnconfined(agent, environment, run);
      return startConfined(agent, environment, run);
    },
  };
}

const howToTurnOn =
  "Install it (on Debian and Ubuntu: apt install bubblewrap) and allow user namespaces, or set DOCWRIGHT_ACP_SANDBOX=none to run external agents with all permissions of this service.";

const proxyAddress = `http://127.0.0.1:${inside.proxyPort}`;
const proxied = {
  HTTPS_PROXY: proxyAddress,
  https_proxy: proxyAddress,
  HTTP_PROXY: proxyAddress,
  http_proxy: proxyAddress,
  NO_PROXY: "127.0.0.1,localhost,::1",
  no_proxy: "127.0.0.1,localhost,::1",
  // Node's own fetch uses these variables only if NODE_USE_ENV_PROXY is set.
  NODE_USE_ENV_PROXY: "1",
};
