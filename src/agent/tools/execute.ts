import { z } from "zod";
import { RefactorError } from "#site";
import { limits } from "../../limits.ts";
import { type Change, PathError, PatternError } from "../../workspace/index.ts";
import type { Editing, ToolCall, ToolDescription, ToolResult } from "../models/model.ts";
import { shownText } from "../shown-text.ts";
import { mendInput } from "./mend-input.ts";
import { shownSchema } from "./shown-schema.ts";
import { boundText } from "./text.ts";
import type { StepEdit, Tool, ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";
import { toolsFor } from "./tools.ts";
import { describeTouchedProblems } from "./touched-problems.ts";

/** For a model's request; the same bytes every time, so that providers can cache what they were sent. */
export function describeTools(
  editing: Editing,
  { code }: Pick<ToolContext, "code">,
): readonly ToolDescription[] {
  return descriptions[code === null ? "docs" : "code"][editing];
}

const descriptions = {
  docs: describeAll({ code: false }),
  code: describeAll({ code: true }),
};

function describeAll(o: { code: boolean }): Readonly<Record<Editing, readonly ToolDescription[]>> {
  return { exact: toolsFor("exact", o).map(describe), sections: toolsFor("sections", o).map(describe) };
}

function describe({ name, description, input }: Tool): ToolDescription {
  return { name, description, inputSchema: shownSchema(input) };
}

/** Also what a model is not offered: it may have been another one that began the turn. */
const byName: ReadonlyMap<string, Tool> = new Map(
  [...toolsFor("exact", { code: true }), ...toolsFor("sections", { code: true })].map((tool) => [
    tool.name,
    tool,
  ]),
);

/**
 * Carries the calls out one after the other. A call that the model can mend is answered with what to do and leaves
 * the overlay as it was; so does one that fails otherwise, whose error is thrown on, since it is a fault of ours.
 * Nothing is finished by a step in which a change failed: its model did not know that yet.
 * Rejects with the signal's reason when that is aborted.
 */
export async function executeToolCalls(
  calls: readonly ToolCall[],
  context: ToolContext,
  { editing, tellsProblems }: Manner = { editing: "exact", tellsProblems: false },
): Promise<readonly ToolResult[]> {
  const before = context.workspace.changes();
  const stepContext = { ...context, editedInStep: new Map<string, StepEdit>() };
  const done: ToolResult[] = [];
  for (const [index, call] of calls.entries()) {
    context.signal.throwIfAborted();
    done.push(
      index < limits.turn.toolCallsPerStepMax
        ? await execute(call, stepContext, editing)
        : failed(
            call,
            `At most ${limits.turn.toolCallsPerStepMax} calls are carried out in one step. Repeat this one in the next.`,
          ),
    );
  }
  const results = refuseHastyFinish(done);
  // Who looks at the whole site in this very step sees them there.
  const isChecked = results.some(({ name, ok }) => ok && (name === "check" || name === "finish"));
  return tellsProblems && !isChecked ? withProblems(results, before, context) : results;
}

/** A `finish` that was sent beside a change that failed. */
function refuseHastyFinish(results: readonly ToolResult[]): readonly ToolResult[] {
  const failure = results.find(({ name, ok }) => !ok && name !== "finish" && !lookingTools.has(name));
  if (failure === undefined) return results;
  const text = `Not finished: the call of ${failure.name} in this same step failed. Mend that first, then call finish again.`;
  return results.map((result) =>
    result.name === "finish" && result.ok ? { ...result, ok: false, text, data: null } : result,
  );
}

export interface Manner {
  readonly editing: Editing;
  /** Whether an answer ends with what the step broke: for language models, which can mend it at once. */
  readonly tellsProblems: boolean;
}

/** The last call that changed something carries what the step broke; what it mended itself is not among it. */
async function withProblems(
  results: readonly ToolResult[],
  before: readonly Change[],
  context: ToolContext,
): Promise<readonly ToolResult[]> {
  const problems = await describeTouchedProblems(context, before);
  const at = results.findLastIndex(({ name, ok }) => ok && !lookingTools.has(name));
  if (problems === "" || at === -1) return results;
  return results.map((result, index) =>
    index === at
      ? { ...result, text: boundText(`${result.text}\n${shownText(problems)}`, "Use check.") }
      : result,
  );
}

const lookingTools: ReadonlySet<string> = new Set([
  "list",
  "search",
  "read",
  "outline",
  "check",
  "diff",
  "search_code",
  "read_code",
  "cite_code",
]);

async function execute(call: ToolCall, context: ToolContext, editing: Editing): Promise<ToolResult> {
  const tool = byName.get(call.name);
  if (tool === undefined) {
    return failed(
      call,
      `There is no tool "${call.name.slice(0, 100)}". The tools are: ${toolsFor(editing, {
        code: context.code !== null,
      })
        .map(({ name }) => name)
        .join(", ")}.`,
    );
  }
  if (call.unreadable !== undefined) return failed(call, `${call.unreadable} Its form is ${formOf(tool)}`);
  const input = readInput(tool, call.input);
  if (!input.success) return failed(call, wrongInput(tool, input.error));
  const before = context.workspace.changes();
  try {
    const { text, data } = await tool.run(input.data, context);
    context.signal.throwIfAborted();
    const howToGetMore = tool.howToGetMore ?? "Narrow the call to see the rest.";
    return {
      callId: call.id,
      name: call.name,
      ok: true,
      text: shownText(boundText(text, howToGetMore)),
      data,
    };
  } catch (error) {
    context.workspace.restore(before);
    context.signal.throwIfAborted();
    if (error instanceof Error && isForTheModel(error)) return failed(call, error.message);
    throw error;
  }
}

/** As it was sent; else with how it is written mended, where that is all that was wrong. */
function readInput(tool: Tool, sent: unknown) {
  const input = tool.input.safeParse(sent);
  if (input.success) return input;
  const mended = tool.input.safeParse(mendInput(sent, input.error));
  return mended.success ? mended : input;
}

/** Their messages say what to do instead, and hold nothing that the model may not see. */
function isForTheModel(error: Error): boolean {
  return [ToolError, RefactorError, PathError, PatternError].some((kind) => error instanceof kind);
}

function failed(call: ToolCall, message: string): ToolResult {
  const text = shownText(boundText(message, "Narrow the call."));
  return { callId: call.id, name: call.name, ok: false, text, data: null };
}

/** Each thing that is wrong, and the form that is right. */
function wrongInput(tool: Tool, error: z.ZodError): string {
  const faults = error.issues.slice(0, 10).map((issue) => {
    const path = issue.path.map(String).join(".");
    return `- ${path === "" ? "the input" : path}: ${issue.message}`;
  });
  return [`The input of ${tool.name} is wrong:`, ...faults, `Its form is ${formOf(tool)}`].join("\n");
}

/** `{ from: string, to: string, redirect?: boolean }` */
function formOf(tool: Tool): string {
  const schema = z.toJSONSchema(tool.input, { io: "input" });
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    return `${name}${required.has(name) ? "" : "?"}: ${typeOf(value)}`;
  });
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;

function typeOf(schema: JsonSchema | boolean): string {
  if (typeof schema === "boolean") return "anything";
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one)).join(" | ");
  if (schema.type === "array") {
    const items = Array.isArray(schema.items) ? undefined : schema.items;
    return items === undefined ? "array" : `${typeOf(items)}[]`;
  }
  if (schema.type === "object") {
    const required = new Set(schema.required ?? []);
    const fields = Object.entries(schema.properties ?? {}).map(
      ([name, value]) => `${name}${required.has(name) ? "" : "?"}: ${typeOf(value)}`,
    );
    return `{ ${fields.join(", ")} }`;
  }
  return String(schema.type ?? "anything");
}
