import type {
  RequestPermissionOutcome,
  RequestPermissionRequest,
  ToolCallUpdate,
  ToolKind,
} from "@agentclientprotocol/sdk";
import { pathWithin } from "./paths.ts";

/** Kinds of calls that are allowed without asking if they concern only paths within the folder. */
const harmless: ReadonlySet<ToolKind> = new Set(["read", "search", "edit", "delete", "move"]);

/**
 * Answers permission requests in place of a person. Allows reading and changing files within the folder, once per
 * request; refuses commands, network access and calls without a path. `known` holds the details that the agent reported
 * about the call earlier.
 */
export function answerPermission(
  { toolCall, options }: RequestPermissionRequest,
  known: Pick<ToolCallUpdate, "kind" | "locations" | "content"> | undefined,
  folder: string,
): { readonly allowed: boolean; readonly outcome: RequestPermissionOutcome } {
  const kind = toolCall.kind ?? known?.kind ?? "other";
  const paths = [...pathsOf(known), ...pathsOf(toolCall)];
  const wanted =
    harmless.has(kind) && paths.length > 0 && paths.every((path) => pathWithin(folder, path) !== null);
  const allow = wanted ? options.find((option) => option.kind === "allow_once") : undefined;
  const chosen =
    allow ??
    options.find((option) => option.kind === "reject_once") ??
    options.find((option) => option.kind === "reject_always");
  const outcome: RequestPermissionOutcome =
    chosen === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: chosen.optionId };
  return { allowed: allow !== undefined, outcome };
}

function pathsOf(call: Pick<ToolCallUpdate, "locations" | "content"> | undefined): string[] {
  const content = call?.content ?? [];
  return [
    ...(call?.locations ?? []).map(({ path }) => path),
    ...content.flatMap((item) => (item.type === "diff" ? [item.path] : [])),
  ];
}
