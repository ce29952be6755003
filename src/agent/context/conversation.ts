import type { Message } from "../../jobs/index.ts";
import { limits } from "../../limits.ts";
import type { AttachedFile, TranscriptEntry } from "../models/model.ts";

/**
 * Returns the earlier conversation within `limits.context.conversationCharsMax`: the first message, which states the
 * job's purpose, and the last messages. Long messages are cut. A notice replaces omitted messages, so that the model
 * does not mistake the rest for the whole conversation.
 */
export function conversationSoFar(
  messages: readonly Message[],
  attached: ReadonlyMap<number, readonly AttachedFile[]> = new Map(),
): TranscriptEntry[] {
  const [first, ...rest] = messages.map((message) => {
    const attachments = attached.get(message.seq);
    return attachments === undefined ? shortened(message) : { ...shortened(message), attachments };
  });
  if (first === undefined) return [];
  let room = limits.context.conversationCharsMax - first.text.length;
  let kept = rest.length;
  while (kept > 0) {
    room -= rest[kept - 1]?.text.length ?? 0;
    if (room < 0) break;
    kept--;
  }
  const gap: TranscriptEntry[] =
    kept === 0 ? [] : [{ type: "earlier", role: "notice", text: `Messages left out here: ${kept}.` }];
  return [first, ...gap, ...rest.slice(kept)];
}

function shortened({ role, text }: Message): Extract<TranscriptEntry, { type: "earlier" }> {
  const max = limits.context.messageCharsMax;
  if (text.length <= max) return { type: "earlier", role, text };
  return {
    type: "earlier",
    role,
    text: `${text.slice(0, max).toWellFormed()}\n[the rest of this message was cut]`,
  };
}
