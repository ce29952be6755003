import type { Message } from "../../jobs/index.ts";
import { limits } from "../../limits.ts";
import type { AttachedFile } from "../models/model.ts";
import { shownText } from "../shown-text.ts";

const { filesMax, bytesMax, textCharsMax } = limits.attachments;

/**
 * Returns the attachments of each message, by the message's number, as a model gets them. A follow-up may refer to the
 * files of earlier messages, so these are included, too: first the files of the newest messages, up to the maximum
 * number for one message. For all other files, only the name is included.
 */
export async function attachedFiles(
  messages: readonly Message[],
  contents: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>,
): Promise<ReadonlyMap<number, readonly AttachedFile[]>> {
  const shown = newest(messages);
  const found = await contents([...shown]);
  let chars: number = textCharsMax;
  const files = new Map<number, readonly AttachedFile[]>();
  for (const { seq, attachments } of newestFirst(messages)) {
    const each = attachments.map(({ name, mediaType, sha256 }): AttachedFile => {
      const content = found.get(sha256);
      if (content === undefined) return { kind: "left-out", name, mediaType };
      if (mediaType !== "text/plain") return { kind: "file", name, mediaType, content };
      const whole = new TextDecoder().decode(content);
      const text = whole.slice(0, chars).toWellFormed();
      chars -= text.length;
      return { kind: "text", name, text: shownText(text), omittedChars: whole.length - text.length };
    });
    if (each.length > 0) files.set(seq, each);
  }
  return files;
}

function newest(messages: readonly Message[]): ReadonlySet<string> {
  const hashes = new Set<string>();
  let bytes = 0;
  for (const attachment of newestFirst(messages).flatMap(({ attachments }) => attachments)) {
    if (hashes.has(attachment.sha256)) continue;
    bytes += attachment.bytes;
    if (hashes.size === filesMax || bytes > bytesMax) break;
    hashes.add(attachment.sha256);
  }
  return hashes;
}

function newestFirst(messages: readonly Message[]): readonly Message[] {
  return messages.toSorted((a, b) => b.seq - a.seq);
}
