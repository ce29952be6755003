import { z } from "zod";
import type { Message } from "../../jobs/index.ts";
import { isoTime } from "./iso-time.ts";

export const wireMessage = z
  .object({
    id: z.string(),
    seq: z.int().min(1).meta({ description: "Sequence number within the job, from 1, in order of arrival." }),
    role: z.enum(["user", "agent", "notice"]).meta({
      description: "`notice` is a message from the service, for example about a new branch.",
    }),
    text: z.string(),
    status: z.enum(["queued", "processing", "done", "failed", "cancelled"]),
    createdAt: isoTime,
  })
  .meta({ id: "Message" });

export const wireMessagePage = z
  .object({
    messages: z.array(wireMessage),
    nextCursor: z.string().nullable().meta({ description: "Null if there are no more entries yet." }),
  })
  .meta({ id: "MessagePage" });

export function toWireMessage(message: Message): z.output<typeof wireMessage> {
  const { id, seq, role, text, status, createdAt } = message;
  return { id, seq, role, text, status, createdAt: new Date(createdAt).toISOString() };
}
