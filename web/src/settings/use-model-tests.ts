import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { WireModelTrial } from "../../../src/http/wire/dashboard.ts";
import { call } from "../api/call.ts";

export type Result = "testing" | WireModelTrial;

/** Asks models whether they respond. One after the other, because each test counts as a job against the rate limit. */
export function useModelTests(projectId: string): {
  readonly results: ReadonlyMap<string, Result>;
  readonly test: (models: readonly string[]) => void;
  readonly isTesting: boolean;
  readonly isTestingAll: boolean;
} {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const set = (model: string, result: Result) => setResults((known) => new Map(known).set(model, result));
  const tests = useMutation({
    async mutationFn(models: readonly string[]) {
      for (const model of models) {
        set(model, "testing");
        set(model, await testModel(projectId, model));
      }
    },
  });
  return {
    results,
    test: tests.mutate,
    isTesting: tests.isPending,
    isTestingAll: tests.isPending && tests.variables.length > 1,
  };
}

/** A request that fails, such as one beyond the rate limit, says why, like a model that doesn't respond. */
async function testModel(projectId: string, model: string): Promise<WireModelTrial> {
  try {
    return await call<WireModelTrial>(`projects/${projectId}/try-model`, { body: { model } });
  } catch (error) {
    return { ok: false, message: (error as Error).message };
  }
}
