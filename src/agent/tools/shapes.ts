import type { z } from "zod";
import type { tools } from "./tools.ts";

type AnyTool = (typeof tools)[number];
type ToolNamed<Name extends ToolName> = Extract<AnyTool, { readonly name: Name }>;

/** For code that builds calls and reads their results, such as the built-in editor. */
export type ToolName = AnyTool["name"];

/** The input of a tool before defaults are filled in. */
export type ToolInput<Name extends ToolName> = z.input<ToolNamed<Name>["input"]>;

/** The `data` of a tool's results. */
export type ToolData<Name extends ToolName> = Awaited<ReturnType<ToolNamed<Name>["run"]>>["data"];
