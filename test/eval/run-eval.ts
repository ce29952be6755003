import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createParserProcess } from "#site";
import type { ComposeOptions } from "../../src/compose.ts";
import { createSystemClock } from "../../src/std/clock.ts";
import { temporaryFolder } from "../support/repository.ts";
import { openApp } from "../support/service.ts";
import { type Bed, runTask, type TaskResult } from "./run-task.ts";
import type { Task } from "./task.ts";

export interface EvalOptions {
  /** `provider/model`. */
  readonly model: string;
  readonly tasks: readonly Task[];
  /** What the service is started with beside its folder: the providers' keys. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Jobs that run at the same time. */
  readonly atOnce: number;
  onResult?(result: TaskResult): void;
  /** Stands for the model. */
  readonly findModel?: ComposeOptions["findModel"];
}

/**
 * Carries tasks out in one service, each on a repository of its own. Answers in the order of the tasks. Throws where
 * the model does not answer.
 */
export async function runEval(options: EvalOptions): Promise<TaskResult[]> {
  using folder = temporaryFolder();
  const clock = createSystemClock();
  const repositories = join(folder.path, "repositories");
  mkdirSync(repositories);
  const { findModel } = options;
  const app = await openApp(folder.path, {
    env: serviceEnv(options, folder.path),
    ...(findModel === undefined ? {} : { findModel }),
  });
  const parser = createParserProcess({ clock });
  try {
    // One sentence now rather than one for each task.
    const asked = { model: app.config.model, projectId: null };
    const { ok, message } = await app.tryModel(asked, new AbortController().signal);
    if (!ok) throw new Error(message);
    app.startWorker();
    const bed: Bed = {
      app,
      parser,
      folder: repositories,
      model: options.model,
      now: () => performance.now(),
    };
    return await runInTurn(bed, options);
  } finally {
    await app.close();
    await parser.close();
  }
}

async function runInTurn(bed: Bed, { tasks, atOnce, onResult }: EvalOptions): Promise<TaskResult[]> {
  const results: TaskResult[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < tasks.length; index = next++) {
      const result = await runTask(bed, tasks[index]!);
      results[index] = result;
      onResult?.(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** The operator's environment, where providers' keys and addresses stand, but with data and stores of its own. */
function serviceEnv({ env, model, atOnce }: EvalOptions, folder: string): Record<string, string> {
  const passed = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(passed),
    DOCWRIGHT_DATA: join(folder, "data"),
    DOCWRIGHT_DATABASE_URL: "",
    DOCWRIGHT_CLICKHOUSE_URL: "",
    DOCWRIGHT_MODEL: model,
    DOCWRIGHT_CONCURRENCY: String(atOnce),
    DOCWRIGHT_LOG_LEVEL: "error",
  };
}
