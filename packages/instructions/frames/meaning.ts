import type { Draft } from "../reading/kind.ts";
import { changeAll, use } from "./change.ts";
import { move } from "./move.ts";
import { isTarget, one, type Parts, partsOf } from "./parts.ts";
import type { Frame } from "./read-frame.ts";
import { remove } from "./remove.ts";
import { relink } from "./replace.ts";
import { mark } from "./settings.ts";
import type { Thing } from "./things.ts";
import { add, writeAtEdge } from "./write.ts";

/** Returns the instruction that a frame expresses, or null if its parts do not make sense together. */
export function meaningOf(frame: Frame): Draft | null {
  const parts = oldValueOf(partsOf(frame));
  const contrasts = ["use", "add", "move"].includes(frame.operation);
  if (parts !== null && parts.instead !== null && !contrasts) return null;
  if (parts === null || (frame.pairs.length > 0 && !["change", "add"].includes(frame.operation))) return null;
  switch (frame.operation) {
    case "change":
      return changeAll(parts);
    case "use":
      return use(parts);
    case "remove":
      return parts.edge !== null || parts.text !== null
        ? null
        : parts.to === null && parts.place === null && parts.instead === null
          ? remove(parts)
          : null;
    case "move":
      return move(parts);
    case "add":
      return add(parts);
    case "mark":
      return mark(parts);
    case "start":
    case "finish":
      return writeAtEdge(parts);
    case "redirect":
      return parts.to === null || parts.place !== null || parts.at.length > 0 || parts.text !== null
        ? null
        : redirect(parts, parts.to);
  }
}

/** “The title should be a instead of b”: b is the old value. */
function oldValueOf(parts: Parts | null): Parts | null {
  if (parts === null || parts.instead === null || parts.frame.operation !== "change") return parts;
  const isKey = parts.object.kind === "key" && parts.from === null && parts.frame.pairs.length === 0;
  return isKey ? { ...parts, from: parts.instead, instead: null } : parts;
}

export function redirect({ object, from, frame }: Parts, to: Thing): Draft | null {
  if (from !== null || !["page", "url", "link"].includes(object.kind)) return null;
  const source = object.payload.text;
  if (object.kind === "link" && frame.verb !== "redirect")
    return isTarget(to) ? relink(source, to.payload.text, null) : null;
  if (/^[a-z]+:/iu.test(source) || !isTarget(to)) return null;
  return one({ kind: "addRedirect", from: source, to: to.payload.text });
}
