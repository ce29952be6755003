import type { ThingKind } from "./things.ts";

/** The operation, regardless of the things it applies to. */
export type Operation =
  | "add"
  | "change"
  | "finish"
  | "mark"
  | "move"
  | "redirect"
  | "remove"
  | "start"
  | "use";

/** How a noun phrase takes part in the operation. */
export type Role =
  | "after"
  | "at"
  | "before"
  | "end"
  | "from"
  | "instead"
  | "object"
  | "start"
  | "text"
  | "to"
  | "under"
  | "with";

const modifiers = "[now|also|instead|rather|really|actually|simply|just|always|please|from now on]";
const must = `(should|must|shall|has to|have to|needs to|need to|ought to|is to|are to|is supposed to) ${modifiers}`;
const perfect = "(has|have|was|were|is|are|is being|got) [now|just|recently|been|since|since been]";

/** The verbs of each operation. */
export const orders: readonly (readonly [Operation, string])[] = [
  [
    "change",
    "(rename|change|replace|swap|exchange|substitute|update|set|turn|retitle|relabel|reword|switch|correct|fix|convert|alter|adjust|call|label|name|title|rebrand|bump|upgrade|raise|make|give)",
  ],
  [
    "remove",
    "(remove|delete|drop|take|get|hide|unlist|strip|erase|kill|unset|clear|get rid of|take out|rm|git rm)",
  ],
  ["move", "(move|relocate|shift|put|place|list|show|bring|transfer|mv|git mv|sort|migrate)"],
  ["add", "(add|append|insert|put|write|include|give|set|turn on|enable|apply|paste|mention|note)"],
  ["redirect", "(redirect|forward|point|repoint|send|route)"],
  ["mark", "(flag|tag|mark|label)"],
  ["start", "(start|begin|open|prefix)"],
  ["finish", "(end|finish|close)"],
  ["use", "(use|say|write|prefer|make it|link to)"],
];
/** The words between the subject of a statement and the rest, and the role of the noun phrase that follows. */
export const statements: readonly (readonly [Operation, Role | null, string])[] = [
  [
    "change",
    "to",
    `${must} (be|read|say|become|be called|be named|be titled|be labeled|be labelled|be known as|be spelled|be spelt|be spelled as|be written|be written as|be set to|be capitalized as|be capitalised as|be changed to|be shortened to|be simplified to|be cut to|be renamed to|be renamed|be replaced by|be replaced with|change to|switch to)`,
  ],
  ["change", "to", "→"],
  ["change", "to", "(is|are) now [called|named|known as|titled|labeled]"],
  [
    "change",
    "to",
    `(becomes|became|turns into|turned into|moved to|changed to|changes to|moves to|now lives at|lives at [now])`,
  ],
  [
    "change",
    "to",
    `${perfect} (called|renamed|renamed to|changed to|moved to|replaced by|replaced with|become|rebranded to|rebranded as|superseded by)`,
  ],
  ["redirect", "to", `${must} (redirect|lead|point|go|forward|link|be redirected|be forwarded) to`],
  [
    "move",
    null,
    `${must} (be|come|appear|go|sit|live|belong|be listed|be shown|be placed|be put|show up|stand|move)`,
  ],
  [
    "move",
    null,
    "((belongs|goes|belong|fits|would fit|would be|makes|would make) [better|more sense|best] [placed|off]|is better placed)",
  ],
  ["change", null, `${must} (change|be changed|be renamed|switch)`],
  ["change", "to", "(:|=)"],
  ["add", "object", `${must} (have|get|contain|use|carry)`],
  ["add", "object", "(needs|need|lacks|lack|is missing|are missing)"],
  ["use", "object", `${must} (say|use|read|mention|write|call it|speak of|show)`],
  [
    "remove",
    null,
    `(shouldn't|should not|must not|mustn't|doesn't need to|does not need to|needn't) (be|appear|show up|be listed|be shown|be there|be visible|be included|show)`,
  ],
  ["remove", null, `(can|${must}) (go|go away|be gone|disappear|be deleted|be removed|be dropped)`],
];
/** The words that introduce each role. */
export const prepositions: readonly (readonly [Role, string])[] = [
  ["to", "(to|into|as|→|to be|to say|to read|to be called|to become|to be set to|read|say|=|:)"],
  ["with", "(with|by|for|against)"],
  ["from", "(from|out of|off)"],
  ["at", "(in|on|of|for|at|within|inside|across|throughout|from|to)"],
  ["under", "[right|directly] (under|below|beneath|underneath|in|inside|into|to|within)"],
  [
    "end",
    "((to|at) [the] [very] (end|bottom) of|[as] [the] last [page|entry|item|one|thing] (in|of|under|on))",
  ],
  [
    "start",
    "((to|at) [the] [very] (top|start|beginning) of|[as] [the] [very] first [page|entry|item|one|thing] (in|of|under|on))",
  ],
  [
    "text",
    "(which says|that says|saying|that reads|which reads|containing|with the text|with the content|with the sentence)",
  ],
  ["text", "[with] (this|the following|the|these) (sentence|text|paragraph|line|words)"],
  ["after", "[right|directly|immediately|just|straight] (after|behind|below|following)"],
  ["before", "[right|directly|immediately|just|straight] (before|above|ahead of|in front of)"],
  ["instead", "[,] (instead of|rather than|in place of|not|and not) [in|under|to|on|after|before]"],
];
/** The kinds of things that may take each role; null for any kind. */
export const fillers: Readonly<Record<Role, ReadonlySet<ThingKind> | null>> = {
  object: null,
  to: null,
  with: null,
  from: null,
  at: new Set<ThingKind>(["page", "folder", "places", "navigation", "heading", "section", "group"]),
  under: new Set<ThingKind>(["group", "heading", "section", "folder", "name"]),
  text: new Set<ThingKind>(["text", "name"]),
  end: new Set<ThingKind>(["page", "places", "heading", "section", "group", "folder", "name"]),
  start: new Set<ThingKind>(["page", "heading", "section", "group", "name"]),
  after: new Set<ThingKind>(["page", "name", "entry", "heading"]),
  before: new Set<ThingKind>(["page", "name", "entry", "heading"]),
  instead: new Set<ThingKind>(["name", "term", "group", "page", "url", "release", "version", "link"]),
};
/** The kinds of things that can be the subject of a statement. */
export const subjects = new Set<ThingKind>([
  "entry",
  "folder",
  "group",
  "heading",
  "key",
  "label",
  "link",
  "name",
  "navigation",
  "page",
  "places",
  "release",
  "section",
  "term",
  "url",
]);
