import { expect, it } from "vitest";
import { quotedIn } from "./quoted-in.ts";

it.each([
  ["The repository Acme/skills is now Acme/extensions.", ["Acme/skills", "Acme/extensions"]],
  ["Change `--all` and/or the setting max_size.", ["--all", "max_size"]],
  ["Write macOS instead of 'MacOS', don't touch the users' names.", ["MacOS", "macOS"]],
  ["Rename SampleProvider to NativeSampleProvider.", ["SampleProvider", "NativeSampleProvider"]],
  ["Pass --retry-max=5 (not --retries).", ["--retry-max", "--retries"]],
  ["Split rn-acme-minor-releases.md, please.", ["rn-acme-minor-releases.md"]],
  ["Use ghcr.io/acme/agent-canvas:latest.", ["ghcr.io/acme/agent-canvas:latest"]],
  ["See https://code.example/acme/docs/issues/16578.", ["https://code.example/acme/docs/issues/16578"]],
  ["It is in ~/.config/Acme/desktop_config.json now.", ["~/.config/Acme/desktop_config.json"]],
  ["Set ACME_TOKEN, then call openClient and “Web (V0)”.", ["Web (V0)", "ACME_TOKEN", "openClient"]],
  ["Don't say it's and/or in 3 or v2. End of it.", []],
  ["Require 3.5 now.", ["3.5"]],
])("reads the quotations and names in %j", (prompt, names) => {
  expect(quotedIn(prompt).toSorted()).toEqual(names.toSorted());
});
