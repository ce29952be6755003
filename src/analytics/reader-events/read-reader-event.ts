import { isIP } from "node:net";
import { limits as countsLimits } from "#counts";
import { parseAnyTime, readHeaders } from "#logs";
import { limits } from "../../limits.ts";
import type { Fault } from "../outcome.ts";
import type { RawEvent } from "../raw-event.ts";
import {
  type CitedPage,
  callers,
  type Feedback,
  feedbackSources,
  type ReaderEvent,
  resolutionStatuses,
  responseTypes,
} from "./reader-event.ts";

/** A reader event as a source received it. Paths in `event` aren't normalized yet. */
export interface RawReaderEvent
  extends Pick<RawEvent, "id" | "atMs" | "ip" | "forwardedFor" | "userAgent" | "visitorId" | "isOwnVisit"> {
  /** Distinguishes it from a view. */
  readonly type: ReaderEvent["type"];
  readonly event: ReaderEvent;
  /** The URL or path of the page on which it happened; null if unknown. */
  readonly target: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const types: ReadonlySet<unknown> = new Set<ReaderEvent["type"]>(["search", "feedback", "conversation"]);

/** Whether an event of the events API or the collect endpoint isn't a view. Views may have any other `type`. */
export const isReaderEvent = (fields: Fields): boolean => types.has(fields.type);

const { eventIdCharsMax } = countsLimits;
const { visitorIdCharsMax } = limits.collect;
const {
  commentCharsMax,
  queryCharsMax,
  responseCharsMax,
  contactCharsMax,
  codeCharsMax,
  nameCharsMax,
  urlCharsMax,
  sourcesMax,
} = limits.readerEvents;

const usedHeaders: ReadonlySet<string> = new Set(["x-forwarded-for", "user-agent"]);

/** The problem with an event, for its sender. Never leaves this file. */
class InvalidField extends Error {
  override readonly name = "InvalidField";
}

/** Reads a reader event from a server (R70). Null means that a field is absent; unknown fields are ignored. */
export function readReaderEvent(fields: Fields): RawReaderEvent | Fault {
  return orFault(() => {
    const headers = fields.headers == null ? null : readHeaders(fields.headers, usedHeaders);
    if (headers === undefined) throw new InvalidField("headers must be an object of strings.");
    const { ip } = fields;
    if (ip != null && ip !== "" && (typeof ip !== "string" || isIP(ip) === 0))
      throw new InvalidField("ip must be an IP address.");
    return {
      ...readContent(fields),
      id: textOf(fields, "id", eventIdCharsMax),
      atMs: timeOf(fields.timestamp),
      ip: ip == null ? null : ip,
      forwardedFor: headers?.["x-forwarded-for"] ?? "",
      userAgent: textOf(fields, "userAgent", Infinity) ?? headers?.["user-agent"] ?? "",
      visitorId: textOf(fields, "visitorId", visitorIdCharsMax),
    };
  });
}

/** Reads a reader event from a browser: `{ type, …, u?: page, t?: milliseconds since 1970, x?: "ignore" }`. */
export function readSentByBrowser(
  fields: Fields,
  request: { readonly ip: string; readonly userAgent: string },
): RawReaderEvent | Fault {
  if (fields.type === "conversation")
    return fault("Conversations must be sent with an API key, through the events API.");
  return orFault(() => {
    const { t: atMs, u: page } = fields;
    return {
      ...readContent({ ...fields, url: fields.url ?? (fields.path == null ? page : null) }),
      id: textOf(fields, "id", eventIdCharsMax),
      atMs: typeof atMs === "number" && Number.isSafeInteger(atMs) && atMs >= 0 ? atMs : null,
      ...request,
      forwardedFor: "",
      visitorId: null,
      isOwnVisit: fields.x === "ignore",
    };
  });
}

function orFault(read: () => RawReaderEvent): RawReaderEvent | Fault {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidField)) throw error;
    return fault(error.message);
  }
}

const fault = (message: string): Fault => ({ rejected: "invalid_event", message });

function readContent(fields: Fields): Pick<RawReaderEvent, "type" | "event" | "target"> {
  const target = textOf(fields, "url", Infinity) ?? textOf(fields, "path", Infinity);
  if (fields.type === "search") return { type: "search", event: readSearch(fields), target };
  if (fields.type === "conversation") {
    const event = readConversation(fields);
    return { type: "conversation", event, target: target ?? event.pageUrl };
  }
  if (target === null) throw new InvalidField("path or url is required and must be a string.");
  return { type: "feedback", event: readFeedback(fields, target), target };
}

function readSearch(fields: Fields): ReaderEvent {
  const { results } = fields;
  if (results != null && (!Number.isSafeInteger(results) || (results as number) < 0))
    throw new InvalidField("results must be a whole number from 0.");
  return {
    type: "search",
    query: queryOf(fields),
    results: (results as number | null | undefined) ?? null,
    clicked: textOf(fields, "clicked", limits.collect.targetCharsMax),
  };
}

function readFeedback(fields: Fields, path: string): Feedback {
  const { helpful } = fields;
  if (helpful != null && typeof helpful !== "boolean")
    throw new InvalidField("helpful must be true or false.");
  const sent = {
    comment: typedText(fields, "comment", commentCharsMax),
    contact: typedText(fields, "contact", contactCharsMax),
    code: typedText(fields, "code", codeCharsMax),
    filename: typedText(fields, "filename", nameCharsMax),
    lang: typedText(fields, "lang", nameCharsMax),
  };
  const source = wordOf(fields, "source", feedbackSources) ?? sourceOf(sent);
  if (helpful == null && Object.values(sent).every((text) => text === null))
    throw new InvalidField(
      "Feedback must have at least one of helpful, comment, contact, code, filename and lang.",
    );
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

function readConversation(fields: Fields) {
  const response = typedText(fields, "response", responseCharsMax);
  if (response === null) throw new InvalidField("response is required and must be a string.");
  const resolutionStatus = wordOf(fields, "resolutionStatus", resolutionStatuses);
  if (resolutionStatus === null)
    throw new InvalidField(`resolutionStatus must be ${resolutionStatuses.join(" or ")}.`);
  return {
    type: "conversation" as const,
    query: queryOf(fields),
    response,
    responseType: wordOf(fields, "responseType", responseTypes) ?? ("answer" as const),
    sources: sourcesOf(fields.sources),
    resolutionStatus,
    category: typedText(fields, "category", nameCharsMax),
    pageUrl: textOf(fields, "pageUrl", urlCharsMax),
    caller: wordOf(fields, "caller", callers) ?? ("other" as const),
  };
}

function sourcesOf(value: unknown): readonly CitedPage[] {
  if (value == null) return [];
  const message = `sources must be an array of at most ${sourcesMax} objects with a title and a url.`;
  if (!Array.isArray(value) || value.length > sourcesMax) throw new InvalidField(message);
  return value.map((cited: unknown) => {
    if (typeof cited !== "object" || cited === null) throw new InvalidField(message);
    const title = typedText(cited as Fields, "title", queryCharsMax);
    const url = typedText(cited as Fields, "url", urlCharsMax);
    if (url === null) throw new InvalidField(message);
    return { title: title ?? url, url };
  });
}

/** Queries that differ only in white space are the same. */
function queryOf(fields: Fields): string {
  const query = typedText(fields, "query", queryCharsMax)?.normalize("NFC").replace(/\s+/gu, " ").trim();
  if (query === undefined) throw new InvalidField("query is required and must be a non-blank string.");
  return query;
}

function timeOf(timestamp: unknown): number | null {
  const atMs = timestamp == null ? null : parseAnyTime(timestamp);
  if (Number.isNaN(atMs))
    throw new InvalidField(
      "timestamp must be an ISO 8601 time, or a number of seconds or milliseconds since 1970.",
    );
  return atMs;
}

/** Text that a person or a model wrote; null if it is blank. */
function typedText(fields: Fields, name: string, charsMax: number): string | null {
  const value = fields[name];
  if (value == null) return null;
  if (typeof value !== "string") throw new InvalidField(`${name} must be a string.`);
  // A character can take two code units, and `Array.from` is slow for long text.
  if (value.length > charsMax && (value.length > 2 * charsMax || Array.from(value).length > charsMax))
    throw new InvalidField(`${name} must have at most ${charsMax} characters.`);
  // Databases cut off or refuse text at a NUL character, and half a character can't be stored as UTF-8.
  const text = value.toWellFormed().replaceAll("\0", "\uFFFD");
  return text.trim() === "" ? null : text;
}

/** A name, ID or URL; null if it is absent. */
function textOf(fields: Fields, name: string, charsMax: number): string | null {
  const value = fields[name];
  if (value == null) return null;
  if (typeof value !== "string" || (value === "" && charsMax < Infinity) || value.length > charsMax)
    throw new InvalidField(
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
  if (word === undefined) throw new InvalidField(`${name} must be one of ${words.join(", ")}.`);
  return word;
}
