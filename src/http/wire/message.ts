import { z } from "zod";
import type { Message } from "../../jobs/index.ts";
import { isoTime } from "./iso-time.ts";

export const wireMessage = z
  .object({
    id: z.string(),
    seq: z.int().min(1).meta({ description: "1 and up within the job, in order of arrival." }),
    role: z.enum(["user", "agent", "notice"]).meta({
      description: "`notice` is the service's own word, such as that a new branch was started.",
    }),
    text: z.string(),
    status: z.enum(["queued", "processing", "done", "failed", "cancelled"]),
    createdAt: isoTime,
  })
  .meta({ id: "Message" });

export const wireMessagePage = z
  .object({
    messages: z.array(wireMessage),
    nextCursor: z.string().nullable().meta({ description: "Null where nothing follows yet." }),
  })
  .meta({ id: "MessagePage" });

export function toWireMessage(message: Message): z.output<typeof wireMessage> {
  const { id, seq, role, text, status, createdAt } = message;
  return { id, seq, role, text, status, createdAt: new Date(createdAt).toISOString() };
}
