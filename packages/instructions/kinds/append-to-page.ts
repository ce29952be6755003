import { type Draft, draftOf, type Kind, phrase } from "../reading/kind.ts";
import { type Found, textOf } from "../reading/phrase.ts";

const add = "(append|add|insert|put|write|paste)";
const what = "[the] [following|this] [text|paragraph|sentence|line|lines|note|words|markdown]";
const end = "(at|to) [the] [very] (end|bottom) of";
const page = "([the] {page} page|[the] page {page}|[the] file {page}|{page})";

export const appendToPage: Kind = {
  kind: "appendToPage",
  phrases: [
    phrase(`${add} ${what} {content:quoted} ${end} ${page}`, read),
    phrase(`${add} ${what} ${end} ${page} {content}`, read),
    phrase(`${end} ${page} ${add} ${what} {content}`, read),
    phrase(`append ${what} {content:quoted} to ${page}`, read),
    phrase(`append ${what} to ${page} {content}`, read),
  ],
  tails: [],
  verbs: ["append", "add", "insert", "put", "write", "paste"],
};

function read(found: Found): Draft {
  return draftOf({ kind: "appendToPage", page: textOf(found, "page"), content: textOf(found, "content") });
}
