import { writeFileSync } from "node:fs";
import type { SerializedError, TestModule } from "vitest/node";
import { type Summary, summaryVariable } from "./summary.ts";

/**
 * A vitest reporter that prints nothing and saves the counts. Besides failed tests, it counts everything else that
 * makes a run fail: files that could not be loaded, hooks that threw, and uncaught errors.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export.
export default class CountReporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    let passed = 0;
    let failed = unhandled.length;
    const skipped: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed++;
        else if (state === "failed") failed++;
        else skipped.push(`${module.relativeModuleId}: ${test.fullName}`);
      }
      failed += module.errors().length;
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
    }
    const file = process.env[summaryVariable];
    if (file !== undefined)
      writeFileSync(file, JSON.stringify({ passed, failed, skipped } satisfies Summary));
  }
}
