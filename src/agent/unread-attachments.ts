import type { Agent } from "./agent.ts";
import { attachmentsIgnored, unreadable } from "./models/attached.ts";
import type { TranscriptEntry } from "./models/model.ts";

/** Returns a sentence for the person if the agent did not get all files attached to this turn's message. */
export function unreadAttachments(
  transcript: readonly TranscriptEntry[],
  { id, reads }: Pick<Agent, "id" | "reads">,
): string[] {
  const message = transcript.findLast(({ type }) => type === "user");
  const files = message?.type === "user" ? (message.attachments ?? []) : [];
  if (files.length === 0) return [];
  if (reads === null) return [attachmentsIgnored];
  const reasons = files.flatMap((file) => unreadable(file, reads) ?? []);
  const cut = files.some((file) => file.kind === "text" && file.omittedChars > 0);
  return [
    ...(reasons.length === 0
      ? []
      : [
          `${id} was not shown ${reasons.length} of ${files.length} attached files: ${[...new Set(reasons)].join("; ")}.`,
        ]),
    ...(cut ? [`${id} was shown only the beginning of the attached text.`] : []),
  ];
}
