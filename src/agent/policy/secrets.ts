import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";

const preset = "@secretlint/secretlint-rule-preset-recommend";

/** Text that is about to leave this machine, and its name in messages. */
export interface Outgoing {
  readonly name: string;
  readonly text: string;
}

export interface FoundSecret {
  readonly name: string;
  /** The kind of secret, never the secret itself. */
  readonly kind: string;
}

/** The public rules do not know our own keys. */
const ownKey = /\bdw_[0-9A-Za-z]{38}\b/u;

/** Finds credentials. Scans everything in one pass, because starting the rules costs more than scanning. */
export async function findSecrets(outgoing: readonly Outgoing[]): Promise<readonly FoundSecret[]> {
  const starts: number[] = [];
  let content = "";
  for (const { text } of outgoing) {
    starts.push(content.length);
    content += `${text}\n`;
  }
  const { messages } = await lintSource({
    source: { filePath: "change.md", content, contentType: "text" },
    options: {
      config: { rules: [{ id: preset, rule: creator, options: {} }] },
      maskSecrets: true,
      noPhysicFilePath: true,
    },
  });
  const nameAt = (offset: number) =>
    outgoing[starts.findLastIndex((start) => start <= offset)]?.name ?? "the change";
  const found = messages.map((message) => ({
    name: nameAt(message.range[0]),
    kind: message.ruleId.replace(/^.*secretlint-rule-/u, ""),
  }));
  const own = outgoing
    .filter(({ text }) => ownKey.test(text))
    .map(({ name }) => ({ name, kind: "docwright key" }));
  return [...found, ...own];
}
