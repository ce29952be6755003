import type { Instruction } from "../instruction.ts";
import { isBackground } from "../reading/background.ts";
import { isComment } from "../reading/comments.ts";
import { isPathLike } from "../reading/slots.ts";
import type { Token } from "../reading/token.ts";
import { ordersIn } from "./clause.ts";
import { readOrderFrames } from "./frame.ts";
import { limiting, markers, modals, verbs } from "./lexicon.ts";
import { instructionsOf, redirectTarget } from "./meaning.ts";
import { isLower, readNounPhrase } from "./noun-phrase.ts";
import type { OrderReading, ReadOrder } from "./order.ts";
import { placesOf } from "./places.ts";
import { type Segment, segmentsOf } from "./segments.ts";
import { applyTail } from "./tails.ts";

/** “(English only)” */
const onlyIn =
  /[(,] ?(?:in )?(?:the )?(English|German|French|Spanish|Italian|Portuguese|Dutch|Polish|Russian|Chinese|Japanese|Korean)(?: (?:docs|version|pages))? only\)?/iu;

const readingsMax = 6;
/** Parts of a sentence that are read together. */
const joinedMax = 4;

interface Context {
  /** Whether an order must refer to the topic, because the sentence before it may be more than a reason. */
  readonly isPending: boolean;
  /** Places that apply to the following orders: “on the page a: …”. */
  readonly leads: readonly (readonly Token[])[];
  /** Places of the topic, for an order that does not name the topic. */
  readonly there: readonly (readonly Token[])[];
  /** What “it” refers to. */
  readonly topic: readonly Token[] | null;
}

/**
 * Reads a prompt as orders in free words and the sentences around them. Returns null if any part of it is neither. Unlike
 * the phrases of `kinds/`, this reads each order as a verb and the phrases around it. `read` reads a part by phrases.
 */
export function readOrders(
  prompt: string,
  read: (text: string) => readonly Instruction[] | null,
): readonly ReadOrder[] | null {
  const edition = onlyIn.exec(prompt);
  const language = edition?.[1];
  // The rest of the prompt keeps its offsets.
  const bare = edition === null ? prompt : prompt.replace(edition[0], (found) => " ".repeat(found.length));
  const segments = segmentsOf(bare);
  if (segments === null) return null;
  const always =
    language === undefined ? [] : [[inWord, { ...inWord, text: language, word: language.toLowerCase() }]];
  const orders: ReadOrder[] = [];
  let context: Context = { isPending: false, leads: always, there: [], topic: null };
  const texts = segments.map(({ tokens }) => new Set(tokens.map(({ text }) => text.toLowerCase())));
  for (let at = 0; at < segments.length; ) {
    const segment = segments[at];
    if (segment === undefined) break;
    if (segment.first) context = { ...context, leads: always };
    let found = orderAt(prompt, segments, at, { context, read });
    if (context.there.length > 0 && found?.usesTopic !== true) {
      const placed = { ...context, leads: [...context.leads, ...context.there] };
      found = orderAt(prompt, segments, at, { context: placed, read });
      if (found !== null) found = { ...found, usesTopic: true };
    }
    if (found !== null) {
      const previous = orders.at(-1);
      if (found.target !== null && previous !== undefined && !agrees(segment.tokens, previous)) return null;
      const merged =
        previous === undefined || found.target === null ? null : redirected(previous, found.target);
      if (merged !== null) orders[orders.length - 1] = merged;
      else if (found.order === null) return null;
      else orders.push(found.order);
      if (context.isPending && !found.usesTopic) return null;
      context = { ...context, isPending: false, there: [], topic: found.topic ?? context.topic };
      at = found.end;
      continue;
    }
    const next = segments[at + 1];
    const previous = orders.at(-1);
    const tail = previous === undefined ? null : applyTail(previous, segment.tokens);
    if (tail !== null) orders[orders.length - 1] = tail;
    else {
      const statement = statementOf(segment, {
        isNamed: (name) => texts.some((words, other) => other !== at && words.has(name)),
        isLast: next === undefined,
      });
      const isLead = segment.leads || isLed(segment.tokens) || next?.leads === true;
      if (statement !== null) {
        if (context.isPending && statement.isPending === true) return null;
        const isPending = context.isPending || statement.isPending === true;
        context = {
          ...context,
          ...statement,
          isPending,
          leads: [...context.leads, ...(statement.leads ?? [])],
        };
      } else if (next !== undefined && !next.first && isLead && isPlace(segment.tokens))
        context = { ...context, leads: [...context.leads, asPlace(segment.tokens)], topic: segment.tokens };
      else if (next !== undefined && takenOut(segment.tokens) !== null)
        context = { ...context, topic: takenOut(segment.tokens), isPending: true };
      else if (segment.leads && isThing(segment.tokens))
        context = { ...context, topic: segment.tokens, isPending: true };
      else return null;
    }
    at++;
  }
  return orders.length === 0 || context.isPending ? null : orders;
}

interface Found {
  readonly order: ReadOrder | null;
  /** The page to which visitors of the deleted page are sent. */
  readonly target: string | null;
  readonly topic: readonly Token[] | null;
  /** Whether it refers to the topic of the sentence before it. */
  readonly usesTopic: boolean;
  readonly end: number;
}

/** Reads the order that starts with this segment, as long as possible. */
function orderAt(
  prompt: string,
  segments: readonly Segment[],
  at: number,
  {
    context,
    read,
  }: { readonly context: Context; readonly read: (text: string) => readonly Instruction[] | null },
): Found | null {
  let last = at + 1;
  while (
    last < segments.length &&
    last < at + joinedMax &&
    segments[last]?.first === false &&
    segments[last - 1]?.text === null
  )
    last++;
  for (let end = last; end > at; end--) {
    const joined = segments.slice(at, end);
    const first = joined[0]?.start ?? 0;
    const text = prompt.slice(first, joined.at(-1)?.end);
    const tokens = joined.flatMap((segment, index) =>
      index === 0 ? segment.tokens : [comma, ...segment.tokens],
    );
    const written = joined.find((segment) => segment.text !== null)?.text ?? null;
    if (joined.some(({ leads }) => leads)) continue;
    const isNew = context.leads.length === 0 && !tokens.some(({ word }) => pronouns.has(word));
    const known = isNew ? read(text) : null;
    if (known !== null)
      return {
        order: { text, readings: [{ instructions: known, cost: 0 }] },
        target: null,
        topic: null,
        usesTopic: false,
        end,
      };
    const resolved = withTopic(tokens, context);
    if (resolved === null) continue;
    const { readings, target, topic } = readingsOf(
      resolved.tokens,
      [...context.leads, ...resolved.leads],
      written,
    );
    if (readings.length === 0 && target === null) continue;
    const order = readings.length === 0 ? null : { text, readings: readings.slice(0, readingsMax) };
    return { order, target, topic, usesTopic: resolved.usesTopic, end };
  }
  return null;
}

function readingsOf(
  tokens: readonly Token[],
  places: readonly (readonly Token[])[],
  text: string | null,
): { readings: readonly OrderReading[]; target: string | null; topic: readonly Token[] | null } {
  const found = new Map<string, OrderReading>();
  let target: string | null = null;
  for (const clause of ordersIn(tokens, { places, text }))
    for (const frame of readOrderFrames(clause)) {
      target ??= redirectTarget(frame);
      for (const instructions of instructionsOf(frame)) {
        const key = JSON.stringify(instructions);
        const known = found.get(key);
        if (known === undefined || known.cost > frame.cost)
          found.set(key, { cost: frame.cost, instructions });
      }
    }
  const readings = [...found.values()].sort((a, b) => a.cost - b.cost);
  return { readings, target, topic: objectOf(tokens) };
}

/** The words after the verb, up to the first preposition. */
function objectOf(tokens: readonly Token[]): readonly Token[] | null {
  const end = tokens.findIndex(({ word }, at) => at > 1 && markers.has(word));
  const object = tokens.slice(1, end === -1 ? undefined : end);
  return verbs.has(tokens[0]?.word ?? "") && object.length > 0 ? object : null;
}

const comma: Token = { kind: "mark", text: ",", word: ",", start: 0, end: 0, indent: 0, info: "" };
const inWord: Token = { ...comma, kind: "word", text: "in", word: "in" };
const pronouns = new Set("it them this that these its their there both instead".split(" "));

/** Replaces pronouns with what they refer to. Returns null if that is unclear. */
function withTopic(
  tokens: readonly Token[],
  { topic, leads }: Context,
): {
  readonly tokens: readonly Token[];
  readonly leads: readonly (readonly Token[])[];
  readonly usesTopic: boolean;
} | null {
  let usesTopic = false;
  const resolved: Token[] = [];
  const more: (readonly Token[])[] = [];
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    const isAlone =
      next === undefined ||
      next.kind === "mark" ||
      markers.has(next.word) ||
      modals.includes(next.word) ||
      copulas.has(next.word);
    const before = tokens[at - 1];
    // “See it in action” is a name.
    const isInName =
      /^(?:so|that)$/u.test(before?.word ?? "") ||
      (at > 1 && before?.kind === "word" && !isLower(before) && !isPathLike(before.text));
    const isPronoun =
      token.kind === "word" && pronouns.has(token.word) && (!isInName || token.word === "instead");
    if (!isPronoun) resolved.push(token);
    else if (token.word === "instead" && next?.word === "of") resolved.push(token);
    else if (token.word === "instead" && next === undefined) {
      if (tokens.some(({ word }) => verbs.get(word)?.includes("use") === true)) {
        if (topic === null) return null;
        usesTopic = true;
        resolved.push(token, { ...inWord, text: "of", word: "of" }, ...topic);
      }
    } else if (token.word === "its" || token.word === "their") {
      const owned = readNounPhrase([token, ...tokens.slice(at + 1, at + 2)]);
      const isOwn = owned.some(({ noun }) => noun === "group" || noun === "visitors");
      if (topic !== null && leads.length === 0 && !isOwn) {
        usesTopic = true;
        more.push([inWord, ...topic]);
      }
      resolved.push(token);
    } else if (token.word === "there" && isAlone) {
      if (topic === null && leads.length === 0) return null;
      usesTopic = true;
      if (leads.length === 0) more.push([inWord, ...(topic ?? [])]);
    } else if (isAlone) {
      // “How to use it” is a name.
      usesTopic ||= topic !== null;
      resolved.push(...(topic ?? [token]));
    } else resolved.push(token);
  }
  // “…, must be b”: the statement has no subject.
  if (
    modals.includes(resolved[0]?.word ?? "") &&
    !/^(?:to|can|could|would|will|may)$/u.test(resolved[0]?.word ?? "")
  )
    return topic === null ? null : { tokens: [...topic, ...resolved], leads: more, usesTopic: true };
  // “…, remove please”: the verb has no object. “Delete the page” may refer to the sentence before it.
  const isPage =
    resolved.length === 3 &&
    /^(?:the|this|that) (?:page|file)$/u.test(`${resolved[1]?.word} ${resolved[2]?.word}`);
  if (isPage && verbs.has(resolved[0]?.word ?? "") && topic !== null)
    return { tokens: [...resolved, ...topic], leads: more, usesTopic: true };
  const isBare = resolved.length === 1 && verbs.has(resolved[0]?.word ?? "");
  if (isBare && topic === null) return null;
  return {
    tokens: isBare ? [...resolved, ...(topic ?? [])] : resolved,
    leads: more,
    usesTopic: usesTopic || isBare,
  };
}

/** “Redirect both” needs two pages, and “redirect it” one. */
function agrees(tokens: readonly Token[], { readings }: ReadOrder): boolean {
  const count = readings[0]?.instructions.length ?? 0;
  const has = (pattern: RegExp) => tokens.some(({ kind, word }) => kind === "word" && pattern.test(word));
  return count > 1 ? !has(/^(?:it|its)$/u) : !has(/^both$/u);
}

/** “Delete a and send its readers to b” */
function redirected({ text, readings }: ReadOrder, target: string): ReadOrder | null {
  const changed = readings.flatMap(({ instructions, cost }) => {
    const all = instructions.map((one) =>
      one.kind === "deletePage" && one.redirectTo === null ? { ...one, redirectTo: target } : null,
    );
    return all.includes(null) ? [] : [{ instructions: all.flatMap((one) => one ?? []), cost }];
  });
  return changed.length === 0 ? null : { text, readings: changed };
}

/** “Take a out of b and put it …”: a in b. */
function takenOut(tokens: readonly Token[]): readonly Token[] | null {
  const out = tokens.findIndex(({ word }, at) => word === "out" && tokens[at + 1]?.word === "of");
  if (out < 2 || !/^(?:take|pull|get|move|bring)$/u.test(tokens[0]?.word ?? "")) return null;
  return [...tokens.slice(1, out), inWord, ...tokens.slice(out + 2)];
}

/** “The second item under a: …” */
function isThing(tokens: readonly Token[]): boolean {
  const clause = { verb: "remove", word: "", places: [], rest: tokens, text: null } as const;
  return readOrderFrames(clause).some(({ object }) => object !== null && object.noun !== null);
}

/** Whether the words can only be a place: “on the page a”, “a/b”, “cli reference”. */
function isPlace(tokens: readonly Token[]): boolean {
  if (tokens.some(({ kind, word }) => kind === "word" && (limiting.has(word) || persons.has(word))))
    return false;
  const clause = { verb: "remove", word: "", places: [asPlace(tokens)], rest: [], text: null } as const;
  const isLocation = ({ role }: { role: string }) => role === "at" || role === "from" || role === "under";
  return (
    tokens.length <= 9 &&
    readOrderFrames(clause).some(({ roles }) => roles.every(isLocation) && placesOf(roles).length > 0)
  );
}

function asPlace(tokens: readonly Token[]): readonly Token[] {
  return isLed(tokens) ? tokens : [inWord, ...tokens];
}

function isLed([first]: readonly Token[]): boolean {
  return markers.get(first?.word ?? "")?.some((role) => role === "at" || role === "under") === true;
}

const persons = new Set("you we i they he she someone".split(" "));

const copulas = new Set(
  "is are was were isn't aren't wasn't weren't has have had got it's that's they're there's became moved doesn't don't didn't forgot".split(
    " ",
  ),
);
/** Words of an order, a limit or an exception. */
const binding = new Set(
  "should must shall may might could would cannot can't if unless when until only except without instead please keep leave stay stays remain want wants wanted like".split(
    " ",
  ),
);
const allowedNegation =
  /\b(?:no longer|(?:not|\w+n't)(?: \S+){0,4} (?:any ?more|any longer)|(?:not|isn't|aren't) (?:maintained|needed|used|supported|relevant|correct|accurate|up to date|true|right)|nobody (?:uses|reads|needs|visits|maintains) (?:it|them|this|that))\b/gu;
const typo = /\b(?:typo|mistake|misspelling)$/u;
const negation = /\b(?:not|no|never|none|nothing|nobody|nowhere|\w+n't)\b/u;

/** Reads a sentence that only gives a reason, and what it is about: “The page a is outdated.” */
function statementOf(
  { tokens }: Segment,
  { isNamed, isLast }: { readonly isNamed: (name: string) => boolean; readonly isLast: boolean },
): Partial<Context> | null {
  const words = tokens.map(({ word }) => word).join(" ");
  const copula = tokens.findIndex(({ kind, word }) => kind === "word" && copulas.has(word));
  const there = tokens.findIndex(
    ({ word }, at) => word === "there's" || (word === "there" && copulas.has(tokens[at + 1]?.word ?? "")),
  );
  if (tokens.some(({ kind, word }) => kind === "word" && binding.has(word))) return null;
  if (negation.test(words.replace(allowedNegation, " "))) return null;
  if (there !== -1) {
    const thing = tokens.slice(there + (tokens[there]?.word === "there's" ? 1 : 2));
    const before = tokens.slice(0, there);
    if (thing.length === 0 || thing.length > 9) return null;
    // “There is a typo on a”: what follows applies to a.
    const at = thing.findIndex((token, index) => index > 0 && isLed([token]));
    const leads = [
      ...(before.length === 0 ? [] : [asPlace(before)]),
      ...(at === -1 ? [] : [thing.slice(at)]),
    ];
    return {
      topic: [...thing, ...(before.length === 0 ? [] : asPlace(before))],
      there: leads,
      isPending: true,
    };
  }
  // “We don't support it any more”
  const isObsolete = negation.test(words) && /^(?:it|they|we|nobody|that|this)\b/u.test(words);
  const isReason =
    words.replace(allowedNegation, "").trim() === "" ||
    (!isLast && isBackground(tokens)) ||
    isComment(tokens, (name) => isNamed(name.toLowerCase()));
  if (copula === -1 && !isReason) return null;
  if (verbs.has(tokens[0]?.word ?? "") && !isReason) return null;
  const rest = tokens.slice(copula + 1);
  // A statement that names something else may be an order: “a is now b”.
  const isPlain =
    isReason ||
    !rest.some(
      (token) =>
        token.kind === "quoted" || isPathLike(token.text) || token.word === "now" || token.word === "called",
    );
  if (!isPlain) return null;
  const subject = copula === -1 ? [] : tokens.slice(0, copula);
  const isSubject =
    subject.length > 0 &&
    subject.length <= 9 &&
    !/^(?:it|they|we|i|this|that|you)$/u.test(subject[0]?.word ?? "");
  // “a has a row for b”: “it” is the row.
  if (
    copula > 0 &&
    tokens[copula]?.word === "has" &&
    rest.length > 1 &&
    !typo.test(words) &&
    isPlace(subject)
  )
    return { topic: [...rest, ...asPlace(subject)], isPending: true };
  // In “a has a broken table”, “it” may be either.
  const isClear = !/^(?:has|have|had|got)$/u.test(tokens[copula]?.word ?? "") || typo.test(words);
  return { ...(isSubject && isClear ? { topic: subject } : {}), isPending: !isReason && !isObsolete };
}
