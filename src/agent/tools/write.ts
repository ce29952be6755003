import { z } from "zod";
import { hashInput, pathInput } from "./input.ts";

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
