import { defineConfig } from "vitest/config";

/** How long `expect.poll` waits for what must come true: a busy machine is slow, and right all the same. */
const poll = { timeout: 60_000 };

/** What the developer's own git configuration says must not decide how tests end. */
const env = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Acme",
  GIT_AUTHOR_EMAIL: "acme@example.com",
  GIT_COMMITTER_NAME: "Acme",
  GIT_COMMITTER_EMAIL: "acme@example.com",
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          expect: { poll },
          include: ["src/**/*.test.ts", "web/src/**/*.test.ts", "packages/**/*.test.ts"],
          exclude: ["packages/*/test/**", "**/node_modules/**"],
          env,
          setupFiles: ["test/support/handles.ts", "test/support/properties.ts"],
          // Pure rules: nothing to keep apart, and a fresh realm for each file costs more than most of the tests.
          pool: "threads",
          isolate: false,
          // Generous: a slow machine is no fault of the code.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "integration",
          expect: { poll },
          include: ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"],
          env,
          setupFiles: ["test/support/handles.ts", "test/support/properties.ts"],
          pool: "forks",
          // These start services, browsers and git: on a busy machine a long one takes minutes, and is right all the same.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
