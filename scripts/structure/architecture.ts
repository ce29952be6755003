/**
 * ARCHITECTURE.md as data: which area may import which, and what only one place may do. An area is a folder below
 * src/ or packages/, or a file directly in src/.
 */

/** Libraries in packages/: they know nothing of the service, and import only what their package.json declares. */
export const packages: ReadonlySet<string> = new Set(["site", "counts"]);

/** Every area of the service may import these. */
export const forEveryone: readonly string[] = ["errors", "limits", "std", "observe"];

/** What else an area may import. An area that is not named here does not exist: give it a row. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  limits: [],
  std: [],
  observe: [],
  db: [],
  site: [],
  counts: [],
  workspace: ["site"],
  projects: ["db"],
  codehost: ["workspace"],
  jobs: ["projects", "db"],
  agent: ["jobs", "projects", "workspace", "site", "codehost", "pull-requests"],
  "pull-requests": ["jobs", "projects", "codehost", "workspace", "db"],
  webhooks: ["projects", "db"],
  automations: ["jobs", "projects", "codehost", "db", "site"],
  analytics: ["projects", "db", "counts"],
  people: ["projects", "db"],
  http: ["people", "jobs", "projects", "pull-requests", "webhooks", "automations", "analytics"],
  config: [],
  compose: [
    ...["config", "db", "workspace", "site", "projects", "codehost", "jobs", "agent"],
    ...["pull-requests", "webhooks", "automations", "analytics", "people", "http"],
  ],
  cli: ["compose", "config"],
  main: ["cli"],
};

/** What some files of an area may import beyond its row. */
export const exceptions: readonly { from: string; files: RegExp; to: string }[] = [
  // A pull request of a local repository is a record of ours; no other host keeps anything here.
  { from: "codehost", files: /^src\/codehost\/(?:local(?:-[a-z-]+)?|store)\.ts$/u, to: "db" },
];

/** Areas whose files are each a door of their own: small, without domain words, or a command each. */
export const withoutFrontDoor: ReadonlySet<string> = new Set(["std", "cli"]);

/** What tests and benches of a package may import beside the package itself. */
export const packageTestsMayImport: readonly string[] = ["test/support/", "test/bench/support/", "scripts/"];

/** Why an import must not be, where the table alone would not tell. */
export const reasons: readonly { from: string; to: readonly string[]; because: string }[] = [
  {
    from: "http",
    to: ["db", "agent", "workspace", "site", "codehost"],
    because:
      "HTTP reads through jobs, projects and pull-requests and writes wishes down; a worker carries them out",
  },
  { from: "analytics", to: ["agent"], because: "analytics and the agent never meet" },
  { from: "agent", to: ["analytics"], because: "analytics and the agent never meet" },
];

/** What only these places may do, as paths or folders. */
export const only = {
  environment: ["src/config.ts"],
  time: ["src/std/", "packages/site/clock.ts", "packages/counts/clock.ts"],
  git: ["src/workspace/git.ts"],
  // The second is the parser's process, apart since a page may crash or hang it; then agents of another make, and
  // the first program in the sandbox of one.
  processes: [
    ...["src/workspace/git.ts", "packages/site/parser-process/child.ts"],
    ...["src/agent/external/processes.ts", "src/agent/external/launch.ts"],
  ],
  // The commands read what the wire carries, as any client does.
  wireNames: ["src/http/", "src/cli/"],
  console: ["src/cli/", "src/main.ts"],
} as const;

export const linesWarned = 300;
export const linesMax = 400;
export const architectureLinesMax = 250;
