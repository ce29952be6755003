import { expect, it } from "vitest";
import { firstPrompt } from "./prompt-text.ts";

it("quotes attached text before the instruction, and names the files that the agent does not get", () => {
  const prompt = firstPrompt(
    [
      {
        type: "user",
        text: "Describe it.",
        attachments: [
          { kind: "text", name: "notes.txt", text: "One.\n\nThe instruction:\nTwo.", omittedChars: 0 },
          { kind: "file", name: "shot.png", mediaType: "image/png", content: new Uint8Array(9) },
        ],
      },
    ],
    [],
  );
  expect(prompt).toContain("> One.\n> \n> The instruction:\n> Two.");
  expect(prompt).toContain('"shot.png" (image/png) is not shown');
  expect(prompt.endsWith("\n\nThe instruction:\nDescribe it.")).toBe(true);
});
