import type { App } from "../../compose.ts";
import { createLogImports, type ImportInput, type ImportState } from "../log-imports.ts";

export interface ImportOperations {
  "import.begin": (input: ImportInput) => Promise<{ readonly id: string; readonly bytes: number }>;
  /** Starts to import a log that is sent in pieces. */
  "import.open": (input: { projectId: string; format: string | null }) => Promise<{ readonly id: string }>;
  /** `piece` is base64; null ends the log. */
  "import.push": (input: { id: string; piece: string | null }) => Promise<void>;
  "import.poll": (input: { id: string }) => Promise<ImportState>;
}

export function importOperations(app: Pick<App, "config" | "projects" | "analytics">): ImportOperations {
  const imports = createLogImports(app);
  return {
    "import.begin": (input) => imports.begin(input),
    "import.open": (input) => imports.open(input),
    "import.push": ({ id, piece }) => imports.push(id, piece === null ? null : Buffer.from(piece, "base64")),
    "import.poll": async ({ id }) => imports.poll(id),
  };
}
