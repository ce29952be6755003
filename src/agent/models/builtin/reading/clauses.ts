import { limits } from "../../../../limits.ts";
import { dedent } from "./scan.ts";
import type { Token } from "./token.ts";
import { isTypo } from "./typos.ts";
import { orders } from "./words.ts";

/** One instruction's worth of a prompt. */
export interface Clause {
  /** Never empty; without breaks and bullets. A parenthesis stands as a comma. */
  readonly tokens: readonly Token[];
  /** Ended in a question mark. */
  readonly question: boolean;
  /** Ends in a colon, and what it announces comes in clauses of their own. */
  readonly header: boolean;
  /** An item of a list. */
  readonly item: boolean;
  /** Goes on from the clause before: the same sentence or the same paragraph. */
  readonly joined: boolean;
}

/** Verbs after which a colon announces text to be written down, and not more instructions. */
const contentVerbs = new Set(
  "add insert append prepend put create write make place paste include set change update give".split(" "),
);
/** Of those, the ones that take a value of one line, after “to:”. */
const lineVerbs = new Set("set change update give".split(" "));
const joiners = new Set("and then also plus next afterwards finally lastly additionally please".split(" "));
/** A line that starts or ends with one of these goes on: it was wrapped. */
const wrapping = new Set(
  "to with by as in on of from for at under into the a an and or across throughout →".split(" "),
);
const continuing = new Set("to with by as in of from or →".split(" "));

/** Words that announce instructions after a colon, on the same line too. */
const announcing = new Set("following these tasks todo todos changes steps".split(" "));

/** What announces text with more words is no phrase of ours, and reading it again at each colon would cost time. */
const announcementMax = limits.editor.announcementWordsMax;

type Boundary = "sentence" | "block";

/**
 * Cuts a prompt into clauses at lines, list items, ends of sentences, semicolons, “then”, and at a comma or “and”
 * before a verb of ours. `verbs` are the words that start an instruction. Linear in the number of tokens.
 */
export function splitClauses(prompt: string, tokens: readonly Token[], verbs: ReadonlySet<string>): Clause[] {
  const clauses: Clause[] = [];
  let current: Token[] = [];
  let boundary: Boundary = "block";
  let item: Token | null = null;

  function end(next: Boundary, more: { question?: boolean; header?: boolean } = {}): void {
    while (current.length > 0 && isJoiner(current[current.length - 1])) current.pop();
    if (current.length > 0) {
      const { question = false, header = false } = more;
      clauses.push({
        tokens: current,
        question,
        header,
        item: item !== null,
        joined: boundary === "sentence",
      });
      boundary = next;
    } else if (next === "block") boundary = "block";
    current = [];
  }

  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const before = current[current.length - 1];
    const next = tokens[at + 1];
    if (token.kind === "bullet") {
      end("block");
      item = token;
    } else if (token.kind === "break") {
      if (item !== null && next?.kind !== "bullet" && token.indent <= item.indent) {
        if (!isWrapped(token, before, next)) {
          end("block");
          item = null;
        }
        continue;
      }
      const inItem = item !== null && token.indent > item.indent && token.info !== "blank";
      if (next?.kind === "fence" || inItem || isWrapped(token, before, next)) continue;
      end(token.info === "blank" ? "block" : "sentence");
    } else if (token.word === ":" && announcesContent(current)) {
      at = takeContent(at);
    } else if (token.word === ":") {
      current.push(token);
      const announces = current.length < announcementMax && current.some((each) => announcing.has(each.word));
      if (announces || next === undefined || next.kind === "break" || next.kind === "bullet")
        end("block", { header: true });
    } else if (token.word === ";") {
      end("sentence");
    } else if (".!?…".includes(token.text) && token.kind === "mark") {
      if (!endsSentence(tokens, at)) current.push(token);
      else end("sentence", { question: token.text === "?" });
    } else if (isJoint(token) && current.length > 0 && startsClause(tokens, at)) {
      end("sentence");
    } else if (token.kind === "fence") {
      current.push(asContent(token, current));
    } else {
      pushWord(current, token);
    }
  }
  end("block");
  return clauses;

  /** Replaces a colon and the text that it announces by one token; answers the index of its last token. */
  function takeContent(colon: number): number {
    let first = colon + 1;
    while (tokens[first]?.kind === "break") first++;
    const head = tokens[first];
    if (head === undefined) return tokens.length;
    const after = tokens[first + 1];
    if (head.kind === "fence") return first - 1;
    if (head.kind === "quoted" && goesOnAfter(after)) return first - 1;
    const sameLine = first === colon + 1;
    const last = contentEnd(first, sameLine && current.some((token) => lineVerbs.has(token.word)));
    const colonEnd = tokens[colon]?.end ?? 0;
    const stop = tokens[last]?.end ?? prompt.length;
    const text = trimContent(prompt.slice(colonEnd, stop), sameLine);
    current.push({ ...head, kind: "content", text, word: "", end: stop, info: "open" });
    return last;
  }

  /** The index of the last token of the content that starts at `first`. */
  function contentEnd(first: number, oneLine: boolean): number {
    for (let at = first; at < tokens.length; at++) {
      const token = tokens[at];
      if (oneLine && token?.kind === "break") return at - 1;
      if (item === null || token === undefined || token.indent > item.indent) continue;
      if (token.kind === "bullet" && token.info === item.info) return at - 1;
      // A paragraph that is not indented is no part of the item.
      if (token.kind === "break" && token.info === "blank" && tokens[at + 1]?.kind !== "bullet")
        return at - 1;
    }
    return tokens.length - 1;
  }

  function startsClause(all: readonly Token[], at: number): boolean {
    let then = false;
    let next = at;
    for (; next < all.length && isJoiner(all[next]); next++) then ||= all[next]?.word === "then";
    // “after that” joins too.
    const token = all[next];
    if (token === undefined) return true;
    if (token.word === "after" && all[next + 1]?.word === "that") return true;
    return then || isVerb(token, verbs);
  }
}

function pushWord(current: Token[], token: Token): void {
  if (token.word === ")") return;
  current.push(token.word === "(" ? { ...token, word: "," } : token);
}

function isJoint(token: Token): boolean {
  return token.kind === "mark"
    ? token.word === "," || token.word === "and"
    : joiners.has(token.word) && token.word !== "please";
}

function isJoiner(token: Token | undefined): boolean {
  return token !== undefined && (token.word === "," || joiners.has(token.word));
}

/** A verb in the middle of a sentence is in lower case: “Drag and Drop” is a name. */
function isVerb(token: Token, verbs: ReadonlySet<string>): boolean {
  if (token.kind !== "word" || token.text !== token.text.toLowerCase()) return false;
  if (verbs.has(token.word) || orders.has(token.word) || ["don't", "do"].includes(token.word)) return true;
  if (token.word.length < 3) return false;
  for (const verb of verbs) if (isTypo(token.word, verb)) return true;
  return false;
}

/** Whether a quotation before this token is the whole content: “add: "a" under b”, but not “add: "a" is a letter”. */
function goesOnAfter(token: Token | undefined): boolean {
  if (token === undefined || token.kind === "break" || token.kind === "bullet") return true;
  if (token.kind === "mark") return true;
  return ["then", "and", "under", "below", "after", "before", "to", "in", "on", "at", "with"].includes(
    token.word,
  );
}

function isWrapped(line: Token, before: Token | undefined, next: Token | undefined): boolean {
  if (line.info === "blank" || before === undefined || next === undefined || next.kind === "bullet")
    return false;
  return wrapping.has(before.word) || before.word === "," || continuing.has(next.word);
}

/** “Acme Inc. to Acme Corp.” goes on after its first full stop. */
function endsSentence(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return next === undefined || next.kind !== "word" || !continuing.has(next.text);
}

/** Whether a colon here announces text: after “add …”, but not after “add draft”, which is a key and its value. */
function announcesContent(current: readonly Token[]): boolean {
  if (current.length > announcementMax) return false;
  const verb = current.findIndex((token) => contentVerbs.has(token.word));
  if (verb === -1 || current.some((token) => token.kind === "content")) return false;
  const last = current[current.length - 1]?.word ?? "";
  if (current.some((token) => lineVerbs.has(token.word)))
    return last === "to" || last === "be" || last === "value";
  const rest = current.slice(verb + 1);
  if (rest.length === 1 && !["this", "following", "that"].includes(rest[0]?.word ?? "")) return false;
  return !announcesChanges(rest);
}

/** “Make the following changes:” announces instructions. */
function announcesChanges(rest: readonly Token[]): boolean {
  const changes = new Set([
    "changes",
    "change",
    "edits",
    "edit",
    "updates",
    "things",
    "tasks",
    "modifications",
  ]);
  return rest.some((token) => changes.has(token.word)) && rest.every((token) => token.kind === "word");
}

/** A fence delimits text, unless it is a code block that is to be written down itself. */
function asContent(fence: Token, current: readonly Token[]): Token {
  if (current.length > announcementMax) return fence;
  const delimits = /^(?:md|mdx|markdown|text|txt|plain)?$/i.test(fence.info);
  const asksForCode = current.some((token) =>
    ["code", "snippet", "block", "command", "example"].includes(token.word),
  );
  if (delimits && !asksForCode) return { ...fence, kind: "content", info: "fenced" };
  const mark = fence.text.includes("```") ? "````" : "```";
  return { ...fence, kind: "content", info: "fenced", text: `${mark}${fence.info}\n${fence.text}\n${mark}` };
}

/** Content without the blank lines around it and without the indentation of the list item that holds it. */
function trimContent(raw: string, sameLine: boolean): string {
  const lines = raw.replaceAll("\r\n", "\n").split("\n");
  if (sameLine) lines[0] = (lines[0] ?? "").trimStart();
  else while (lines.length > 0 && (lines[0] ?? "").trim() === "") lines.shift();
  while (lines.length > 0 && (lines[lines.length - 1] ?? "").trim() === "") lines.pop();
  const indented = (sameLine ? lines.slice(1) : lines).filter((line) => line.trim() !== "");
  const indent = Math.min(...indented.map((line) => line.length - line.trimStart().length));
  const body = lines.map((line, index) =>
    (sameLine && index === 0) || !Number.isFinite(indent) ? line : dedent(line, indent),
  );
  return body.join("\n").trimEnd();
}
