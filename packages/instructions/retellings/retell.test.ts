import { expect, test } from "vitest";
import { parseInstructions } from "../parse-instructions.ts";
import { retold } from "./retell.ts";

test.each([
  [
    'On api/auth I don\'t like the heading "Keys". Call it "Tokens" instead.',
    'Rename the heading "Keys" on api/auth to "Tokens"',
  ],
  ["New title for the glossary: Words we use", 'Change the title of the page glossary to "Words we use"'],
  ["The category First Steps gets a new name: Start", 'Rename the navigation group "First Steps" to "Start"'],
  ["api/auth.md: note -> tip", "Change the note on api/auth.md to a tip"],
  [
    "I would like that all the Tip boxes of api/auth become Warning boxes.",
    "Change all tips on api/auth to warnings",
  ],
  ['we write "log in" now, not "login". fix it in all pages ok?', 'Replace "login" with "log in"'],
  ['Could we please write "log in" where the docs say "login"?', 'Replace "login" with "log in"'],
  ['On api/auth it must say "log in" instead of "login".', 'Replace "login" with "log in" in api/auth'],
  [
    "The --fast option is gone from `acme run`. Could you delete its row in api/cli?",
    "Delete the row `--fast` of the table in api/cli",
  ],
  ["/start was printed on a poster. It ought to take people to /intro.", "Redirect /start to /intro"],
  ["Would you be so kind as to delete the page api/old?", "delete the page api/old"],
  [
    "Would you be so kind as to rename the page api/a to api/b? All of the links to it should keep working.",
    "rename the page api/a to api/b. All of the links to it should keep working",
  ],
  [
    'On "Keys" there is a WARNING, but it is really only a NOTE. Could you change that?',
    'Change the warning on the page "Keys" to a note',
  ],
  [
    'The box "Rotate often" on api/auth has to be a warning and not an info.',
    'Change the info "Rotate often" on api/auth to a warning',
  ],
  [
    'On the billing page, it must say "log in" instead of "login".',
    'Replace "login" with "log in" on the page billing',
  ],
  ["please delete page of quotas, is obsolete", "Delete the page about quotas"],
  [
    "the billing page isn't deprecated anymore, so take status out of its frontmatter",
    "Remove status from the frontmatter of the page billing",
  ],
  [
    "The chat invite https://chat.example.com/a1 expired, the new one is https://chat.example.com/b2 - please update it wherever we have it",
    "Replace the link https://chat.example.com/a1 with https://chat.example.com/b2 everywhere",
  ],
  [
    "The page api/auth has no description. Give it this one: Create and rotate keys.",
    'Set the description of api/auth to "Create and rotate keys."',
  ],
  [
    "On api/auth, the first table has a row for Gold. It isn't needed any more, drop it.",
    'Delete the row "Gold" of the first table on api/auth',
  ],
])("%s", (prompt, order) => {
  const instructions = (text: string) => parseInstructions(text).map(({ instruction }) => instruction);
  expect(instructions(prompt)).toEqual(instructions(order));
  expect(instructions(prompt)).not.toContain(null);
});

test.each([
  'On api/auth I don\'t like the heading "Keys". Call it "Tokens" instead, but keep the anchor.',
  'On api/auth I like the heading "Keys". Call it "Tokens" instead.',
  "New title for the glossary: something better, please",
  "New title for the glossary: something better",
  "New title for the glossary: Something better",
  "The category First Steps gets a new name: whatever you like",
  "New title for the glossary: Words we use please",
  "New title for the section Keys: Tokens",
  "New title for Keys in the sidebar: Tokens",
  "The page api/auth has no description. Give it this one: Create keys. Also delete api/old.",
  "api/auth.md: note -> note and tip",
  'we write "log in" now, not "login". Leave the release notes.',
  'Could we please write "log in" where the docs say "login" (and "logins")?',
  "The --fast option is gone from `acme run`. Don't delete its row in api/cli.",
  "/start was printed on a poster. It ought to take people to /intro, but not yet.",
  'The box "Rotate often" on api/auth has to be a warning and not an info on weekdays.',
  'On the billing page of version 2, it must say "log in" instead of "login".',
  "please delete page of quotas, is obsolete only in version 2",
  "On api/auth, the first table has a row for Gold. It is needed, don't drop it.",
])("%s is not retold", (prompt) => {
  expect(parseInstructions(prompt).map(({ instruction }) => instruction)).toContain(null);
});

test("a long prompt is retold only a few times", () => {
  const wishes = (count: number) => `${"would you be so kind to ".repeat(count)}delete a/b`;
  expect(retold(wishes(100))).toEqual([]);
  expect(retold(wishes(10)).length).toBeGreaterThan(0);
  expect(retold(wishes(10)).length).toBeLessThanOrEqual(24);
});
