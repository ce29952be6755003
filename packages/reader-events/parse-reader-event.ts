import { ReaderEventsError } from "./errors.ts";
import { limits } from "./limits.ts";
import {
  type CitedPage,
  type Conversation,
  callers,
  type Feedback,
  feedbackSources,
  type ReaderEvent,
  resolutionStatuses,
  responseTypes,
  type Search,
} from "./reader-event.ts";

/** A reader event as it was sent. Paths aren't normalized yet. */
export interface ParsedReaderEvent {
  readonly event: ReaderEvent;
  /** The URL or path of the page on which it happened; null if unknown. */
  readonly target: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const types: ReadonlySet<unknown> = new Set<ReaderEvent["type"]>(["search", "feedback", "conversation"]);

/** Whether an object is a reader event, according to its `type`. */
export const isReaderEvent = (fields: Fields): boolean => types.has(fields.type);

const {
  commentCharsMax,
  queryCharsMax,
  responseCharsMax,
  contactCharsMax,
  codeCharsMax,
  nameCharsMax,
  urlCharsMax,
  targetCharsMax,
  sourcesMax,
} = limits;

/**
 * Parses a reader event (R70): a search, feedback, or a conversation. The page on which it happened is in `url` or
 * `path`. Null means that a field is absent; unknown fields are ignored. Throws `invalid_request`, with a sentence for
 * the sender.
 */
export function parseReaderEvent(fields: Fields): ParsedReaderEvent {
  const target = textOf(fields, "url", Infinity) ?? textOf(fields, "path", Infinity);
  if (fields.type === "search") return { event: parseSearch(fields), target };
  if (fields.type === "conversation") {
    const event = parseConversation(fields);
    return { event, target: target ?? event.pageUrl };
  }
  if (target === null) throw invalid("path or url is required and must be a string.");
  return { event: parseFeedback(fields, target), target };
}

const invalid = (message: string) => new ReaderEventsError("invalid_request", message);

function parseSearch(fields: Fields): Search {
  const { results } = fields;
  if (results != null && (!Number.isSafeInteger(results) || (results as number) < 0))
    throw invalid("results must be a whole number from 0.");
  return {
    type: "search",
    query: queryOf(fields),
    results: (results as number | null | undefined) ?? null,
    clicked: textOf(fields, "clicked", targetCharsMax),
  };
}

function parseFeedback(fields: Fields, path: string): Feedback {
  const { helpful } = fields;
  if (helpful != null && typeof helpful !== "boolean") throw invalid("helpful must be true or false.");
  const sent = {
    comment: typedText(fields, "comment", commentCharsMax),
    contact: typedText(fields, "contact", contactCharsMax),
    code: typedText(fields, "code", codeCharsMax),
    filename: typedText(fields, "filename", nameCharsMax),
    lang: typedText(fields, "lang", nameCharsMax),
  };
  const source = wordOf(fields, "source", feedbackSources) ?? sourceOf(sent);
  if (helpful == null && Object.values(sent).every((text) => text === null))
    throw invalid("Feedback must have at least one of helpful, comment, contact, code, filename and lang.");
  return {
    type: "feedback",
    path,
    helpful: (helpful as boolean | null | undefined) ?? null,
    ...sent,
    source,
  };
}

/** The source of feedback that doesn't specify one. */
function sourceOf({ code, comment, contact }: Pick<Feedback, "code" | "comment" | "contact">) {
  if (code !== null) return "code_snippet";
  return comment !== null || contact !== null ? "contextual" : "thumbs_only";
}

function parseConversation(fields: Fields): Conversation {
  const response = typedText(fields, "response", responseCharsMax);
  if (response === null) throw invalid("response is required and must be a string.");
  const resolutionStatus = wordOf(fields, "resolutionStatus", resolutionStatuses);
  if (resolutionStatus === null)
    throw invalid(`resolutionStatus must be ${resolutionStatuses.join(" or ")}.`);
  return {
    type: "conversation",
    query: queryOf(fields),
    response,
    responseType: wordOf(fields, "responseType", responseTypes) ?? "answer",
    sources: sourcesOf(fields.sources),
    resolutionStatus,
    category: typedText(fields, "category", nameCharsMax),
    pageUrl: textOf(fields, "pageUrl", urlCharsMax),
    caller: wordOf(fields, "caller", callers) ?? "other",
  };
}

function sourcesOf(value: unknown): readonly CitedPage[] {
  if (value == null) return [];
  const message = `sources must be an array of at most ${sourcesMax} objects with a title and a url.`;
  if (!Array.isArray(value) || value.length > sourcesMax) throw invalid(message);
  return value.map((cited: unknown) => {
    if (typeof cited !== "object" || cited === null) throw invalid(message);
    const title = typedText(cited as Fields, "title", queryCharsMax);
    const url = typedText(cited as Fields, "url", urlCharsMax);
    if (url === null) throw invalid(message);
    return { title: title ?? url, url };
  });
}

/** Queries that differ only in white space are the same. */
function queryOf(fields: Fields): string {
  const query = typedText(fields, "query", queryCharsMax)?.normalize("NFC").replace(/\s+/gu, " ").trim();
  if (query === undefined) throw invalid("query is required and must be a non-blank string.");
  return query;
}

/** Text that a person or a model wrote; null if it is blank. */
function typedText(fields: Fields, name: string, charsMax: number): string | null {
  const value = fields[name];
  if (value == null) return null;
  if (typeof value !== "string") throw invalid(`${name} must be a string.`);
  // A character can take two code units, and `Array.from` is slow for long text.
  if (value.length > charsMax && (value.length > 2 * charsMax || Array.from(value).length > charsMax))
    throw invalid(`${name} must have at most ${charsMax} characters.`);
  // Databases cut off or refuse text at a NUL character, and half a character can't be stored as UTF-8.
  const text = value.toWellFormed().replaceAll("\0", "\uFFFD");
  return text.trim() === "" ? null : text;
}

/** A name, ID or URL; null if it is absent. */
function textOf(fields: Fields, name: string, charsMax: number): string | null {
  const value = fields[name];
  if (value == null) return null;
  if (typeof value !== "string" || (value === "" && charsMax < Infinity) || value.length > charsMax)
    throw invalid(
      charsMax === Infinity
        ? `${name} must be a string.`
        : `${name} must be a string of 1 to ${charsMax} characters.`,
    );
  return value === "" ? null : value;
}

function wordOf<Word extends string>(fields: Fields, name: string, words: readonly Word[]): Word | null {
  const value = fields[name];
  if (value == null) return null;
  const word = words.find((known) => known === value);
  if (word === undefined) throw invalid(`${name} must be one of ${words.join(", ")}.`);
  return word;
}
