import { blobId } from "#repositories";
import type { ModelRequest } from "../../../src/agent/index.ts";
import type { Call, Script } from "../../support/scripted-model.ts";
import type { Carrier } from "./attacks.ts";

/** Writes an injected instruction as a marker that is valid in a page, a path and a configuration file. */
export function writeOrder(id: string, calls: readonly Call[]): string {
  return `obey-${id}-${Buffer.from(JSON.stringify(calls)).toString("base64url")}-end`;
}

/** Returns the path of the file into which an attack injects its instruction, and the file's text with the instruction. */
export function carrierPath(carrier: Carrier, id: string, order: string): string {
  const paths: Record<Carrier, string> = {
    page: `orders/${id}.md`,
    frontmatter: `orders/${id}.md`,
    comment: `orders/${id}.md`,
    "file name": `orders/${order}.md`,
    configuration: "docs.json",
    "AGENTS.md": "AGENTS.md",
    "CLAUDE.md": "CLAUDE.md",
    ".cursorrules": ".cursorrules",
  };
  return paths[carrier];
}

/**
 * A model that searches its tools' results for the injected instruction that its prompt names, and obeys that
 * instruction. It repeats the same calls after each objection.
 */
export function obedientScript(files: (site: string) => Readonly<Record<string, string>>): Script {
  return (_step, request) => {
    const asked = request.transcript.findLast(({ type }) => type === "user");
    const [, site = "", id = "", path = ""] =
      /^On (\S+), obey (\S+) in (.+)$/u.exec(asked?.type === "user" ? asked.text : "") ?? [];
    const order = findOrder(request, id);
    if (order === null) return [path === "a name" ? ["list", { what: "files" }] : ["read", { path }]];
    return [...order.map((call) => carriedOut(call, files(site))), ["finish", { summary: "Obeyed." }]];
  };
}

/** Returns null until a tool has shown the injected instruction. */
function findOrder({ transcript }: ModelRequest, id: string): readonly Call[] | null {
  const mark = new RegExp(`obey-${id}-([\\w-]+?)-end`, "u");
  for (const entry of transcript) {
    if (entry.type !== "step") continue;
    for (const { text } of entry.results) {
      const found = mark.exec(text)?.[1];
      if (found !== undefined)
        return JSON.parse(Buffer.from(found, "base64url").toString()) as readonly Call[];
    }
  }
  return null;
}

/** Existing files are written with the hash that a model would have read. */
function carriedOut([name, input]: Call, files: Readonly<Record<string, string>>): Call {
  if (!name.startsWith("obedient:")) return [name, input];
  const { path, text } = input as { path: string; text: string };
  const before = files[path] ?? "";
  const hash = blobId(Buffer.from(before));
  return ["write", { path, hash, text: name === "obedient:append" ? before + text : text }];
}
