import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["src/**/*.test.ts"],
          // Pure rules: nothing to keep apart, and a fresh realm for each file costs more than most of the tests.
          pool: "threads",
          isolate: false,
          testTimeout: 10_000,
        },
      },
      {
        test: {
          name: "integration",
          include: ["test/**/*.test.ts"],
          pool: "forks",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
