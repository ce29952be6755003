import { limits } from "../../limits.ts";
import type { Clock } from "../../std/clock.ts";
import type { Workspace } from "../../workspace/index.ts";
import { type ConfinedFolder, openConfinedFolder } from "./confined-folder.ts";
import { type Connection, openConnection } from "./connection.ts";
import { agentFailed, explainAnswer } from "./failure.ts";
import { makeRunFolder } from "./run-folder.ts";
import type { Confined, Sandbox } from "./sandbox.ts";
import type { ExternalAgentSettings } from "./settings.ts";
import { bytesIn, watchResources } from "./watch.ts";
import { type WrittenOut, writeOut } from "./write-out.ts";

export interface RunningParts {
  readonly settings: ExternalAgentSettings;
  /** The agent's own; it is shown and written nowhere. */
  readonly key: string | null;
  readonly sandbox: Sandbox;
  /** Holds the folders of attempts. */
  readonly folder: string;
  readonly clock: Clock;
  readonly version: string;
}

/** An agent at work on files of its own. */
export interface Running extends AsyncDisposable {
  readonly process: Confined;
  readonly connection: Connection;
  readonly sessionId: string;
  /** What it calls itself. */
  readonly name: string | null;
  readonly files: ConfinedFolder;
  readonly written: WrittenOut;
  /** Takes its key out of its words. */
  hide(text: string): string;
  holdsKey(bytes: Uint8Array | null): boolean;
  /** See `watchResources`. */
  watch(signal: AbortSignal): Promise<string | null>;
}

/** Writes the files out, starts the agent and shakes hands. Leaves nothing behind where one of it fails. */
export async function startAgent(
  parts: RunningParts,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Running> {
  const { clock, key } = parts;
  await using undo = new AsyncDisposableStack();
  const run = undo.use(makeRunFolder(parts.folder));
  const written = await writeOut(workspace, run.files);
  signal.throwIfAborted();
  const files = await openConfinedFolder(run.files);
  undo.defer(() => files.close());
  const bytesBefore = await bytesIn(run.files, limits.external);
  const process = await parts.sandbox.start(parts.settings, key, run);
  undo.defer(() => process.kill());
  const connection = openConnection({ process, files, version: parts.version });
  undo.defer(() => connection.close());
  const hide = (text: string) => (key === null ? text : text.replaceAll(key, "[key]"));

  const begun = await begin({ connection, process, parts, hide, signal });
  const done = undo.move();
  return {
    ...{ process, connection, files, written, hide, ...begun },
    holdsKey: (bytes) => key !== null && bytes !== null && Buffer.from(bytes).includes(key),
    watch: (until) =>
      watchResources({
        ...{ pid: process.pid, folder: run.files, bytesBefore, clock },
        ...{ signal: until, bounds: limits.external },
      }),
    [Symbol.asyncDispose]: () => done.disposeAsync(),
  };
}

interface Beginning {
  readonly connection: Connection;
  readonly process: Confined;
  readonly parts: RunningParts;
  readonly hide: (text: string) => string;
  readonly signal: AbortSignal;
}

async function begin({ connection, process, parts, hide, signal }: Beginning) {
  const waited = new AbortController();
  const begun = connection.begin(parts.settings.signIn);
  begun.catch(() => undefined);
  const tooLate = parts.clock
    .sleep(limits.external.startMs, AbortSignal.any([signal, waited.signal]))
    .then(() => {
      throw agentFailed(`did not begin within ${limits.external.startMs / 1000} seconds`, "");
    });
  const died = process.ended.then((said) => {
    throw agentFailed("ended before it began", hide(said));
  });
  try {
    return await Promise.race([begun, tooLate, died]);
  } catch (error) {
    signal.throwIfAborted();
    throw await explainAnswer(error, "began", { hide, process });
  } finally {
    waited.abort();
    for (const promise of [tooLate, died]) promise.catch(() => undefined);
  }
}
