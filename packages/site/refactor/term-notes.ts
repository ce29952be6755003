import type { TextEdit } from "../edits.ts";
import type { Page, Span } from "../page.ts";
import type { Note } from "./report.ts";
import type { Term } from "./term.ts";

/** Notes places where "a" now comes before a vowel, or "an" before a consonant, and did not before. */
export function articleNotes(page: Page, edits: readonly TextEdit[]): Note[] {
  const notes: Note[] = [];
  for (const edit of edits) {
    const before = page.text.slice(Math.max(0, edit.start - 8), edit.start);
    const article = /(?:^|[^\p{L}\p{N}'’-])(an?)[\s>*_[]{1,5}$/iu.exec(before)?.[1];
    if (article === undefined) continue;
    const old = page.text.slice(edit.start, edit.end);
    if (beginsWithVowel(old) === beginsWithVowel(edit.text)) continue;
    const message = `"${article} ${old}" became "${article} ${edit.text}". Check whether "${article}" is still right.`;
    notes.push({ kind: "article", path: page.path, line: page.lineAt(edit.start), message });
  }
  return notes;
}

function beginsWithVowel(text: string): boolean {
  return /^[aeiou]/iu.test(text.normalize("NFKD"));
}

/** How much markup can be inside a term: an emphasis mark, a link's address, a tag. */
const markupCharsMax = 300;
const runSpansMax = 200;
const markup = /^(?:[*_~[\]]|\]\([^()\n]{0,200}\)|<\/?[A-Za-z][^<>\n]{0,100}>)+$/u;

/** Notes occurrences with markup between their words or letters, which are not changed. */
export function splitTermNotes(page: Page, term: Term): Note[] {
  const notes: Note[] = [];
  let run: Span[] = [];
  const flush = () => {
    if (run.length > 1) notes.push(...notesOfRun(page, term, run));
    run = [];
  };
  for (const span of page.prose) {
    const last = run.at(-1);
    if (last !== undefined && (run.length === runSpansMax || !isMarkup(page.text, last.end, span.start)))
      flush();
    run.push(span);
  }
  flush();
  return notes;
}

function isMarkup(text: string, start: number, end: number): boolean {
  return end > start && end - start <= markupCharsMax && markup.test(text.slice(start, end));
}

/** Reads the spans as one text and keeps only the matches that cross from one span to another. */
function notesOfRun(page: Page, term: Term, run: readonly Span[]): Note[] {
  let joined = "";
  const joints: { at: number; offset: number }[] = [];
  for (const span of run) {
    joints.push({ at: joined.length, offset: span.start });
    joined += page.text.slice(span.start, span.end);
  }
  return term
    .edits(joined, { start: 0, end: joined.length })
    .filter((edit) => joints.some(({ at }) => at > edit.start && at < edit.end))
    .map((edit) => {
      const joint = joints.findLast(({ at }) => at <= edit.start);
      const offset = (joint?.offset ?? 0) + edit.start - (joint?.at ?? 0);
      const found = joined.slice(edit.start, edit.end).replace(/\s+/gu, " ");
      const message = `"${found}" has markup inside it, so it was left unchanged. Change it by hand.`;
      return { kind: "term", path: page.path, line: page.lineAt(offset), message } as const;
    });
}
