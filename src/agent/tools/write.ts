import { z } from "zod";
import { limits } from "../../limits.ts";
import { hashOf, readTextFile } from "./files.ts";
import { hashInput, pathInput } from "./input.ts";
import { refuseStale } from "./stale.ts";
import type { Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

export const writeInput = z.strictObject({
  path: pathInput,
  text: z.string().describe("The whole text of the file, the final line break included."),
  hash: hashInput.optional().describe("Needed to overwrite a file that exists; left out for a new one."),
});

export interface WriteData {
  readonly path: string;
  readonly hash: string;
  readonly created: boolean;
}

export const writeTool: Tool<z.infer<typeof writeInput>, WriteData> = {
  name: "write",
  description:
    "Writes a whole text file: a new one, or an existing one given its hash. Prefer `edit` for changes, and " +
    "`add_page` for new pages, since it also puts them into the navigation.",
  input: writeInput,
  async run({ path, text, hash }, context) {
    refuseUnwritable(path, text);
    const entry = context.workspace.entry(path);
    if (entry === null) {
      if (hash !== undefined)
        throw new ToolError(`There is no file ${path}: leave the hash out to create it.`);
      context.workspace.write(path, Buffer.from(text));
      return {
        text: `Created ${path}, hash ${hashOf(context, path)}.`,
        data: { path, hash: hashOf(context, path), created: true },
      };
    }
    const old = await readTextFile(context, path);
    if (hash === undefined)
      throw new ToolError(`${path} exists. Read it, then give its hash to overwrite it, or use edit.`);
    await refuseStale(context, old, hash);
    context.workspace.write(path, Buffer.from(inMannerOf(old.text, text)));
    if (hashOf(context, path) === old.hash)
      throw new ToolError(`This changes nothing: ${path} reads so already.`);
    return {
      text: `Wrote ${path}, hash ${hashOf(context, path)}.`,
      data: { path, hash: hashOf(context, path), created: false },
    };
  },
};

/** Throws ToolError for what no text file can hold, and what no pull request may. */
export function refuseUnwritable(path: string, text: string): void {
  if (!text.isWellFormed())
    throw new ToolError("The text holds half a surrogate pair, which UTF-8 cannot. Send it without.");
  if (text.includes("\0"))
    throw new ToolError("The text holds a NUL character, which makes a file binary. Send it without.");
  if (Buffer.byteLength(text) > limits.policy.changedFileBytesMax) {
    throw new ToolError(`${path} would be larger than ${limits.policy.changedFileBytesMax} bytes. Split it.`);
  }
}

/** Models write \n; a file whose every line ends with CRLF keeps that, and its byte order mark. */
function inMannerOf(old: string, text: string): string {
  const isCrlf = old.includes("\r\n") && !/(?<!\r)\n/u.test(old);
  const lines = isCrlf && !text.includes("\r") ? text.replaceAll("\n", "\r\n") : text;
  return old.startsWith("\ufeff") && !lines.startsWith("\ufeff") ? `\ufeff${lines}` : lines;
}
