import type { FrontmatterScalar, Instruction, InstructionScope } from "../instruction.ts";
import { isComment } from "./comments.ts";
import { isFile, isPathLike, isUrl } from "./slots.ts";
import type { Token } from "./token.ts";
import { isKnownKey } from "./words.ts";

/**
 * Reads an order from the sorts of its names alone: a key, a page and one quotation can only mean to set the key, in
 * whatever words. Every other word must be in these lists, so “not”, “if”, “only” and unknown words prevent a reading.
 */
const words = (text: string) => new Set(text.split(/\s+/u).filter((word) => word !== ""));

const filling = words(
  `a an the this that these its it it's his their our my your of in on at to into for from with by as and so then now
  also please kindly pls just still really simply actually currently instead i we you they there here which who where
  is are was were be been being has have had do does did should must shall will would could can may needs need needed
  has ought want wants i'd we'd i'll let lets let's me us page pages file document article guide doc docs
  frontmatter front matter metadata yaml meta seo header value field key setting attribute property text one ones new
  old present following that's , : ; – — - ( ) ' → whole entire complete site's page's too anymore any more longer
  everything below under inside within its contents content subsections long short wrong odd outdated obsolete
  path paths address url urls name names title's called named titled labeled proper better correct right typo mistake
  word words term terms phrase sentence wording spelling line expression heading headings headline question section
  sections subsection chapter part end bottom very last final closing paragraph directory folder redirect redirects redirected leave behind
  place located sits lives live sure make ensure everywhere throughout across documentation`,
);
const setting = words(
  "shorten reword simplify rephrase set add write put give use make change update insert fill take read reads say says become becomes turn get provide adjust replace correct fix",
);
const removing = words("remove delete drop strip erase cut kill clear unset rid deleted removed dropped cut");
const moving = words("move relocate rename transfer moved renamed relocated migrate shift bring");
const sending = words("redirect forward send route redirected forwarded sent lead leads point land");
const replacing = words(
  "replace change rename use say write correct fix spell spelled written swap substitute update",
);
const appending = words("add append put write insert place paste include");
const modals = words("should must shall needs need ought");
const verbs = new Set([...setting, ...removing, ...moving, ...sending, ...replacing, ...appending]);
const starts = words("please kindly pls now then and so also just let's lets");
const participles = words(
  "unset deleted removed dropped moved renamed relocated redirected forwarded sent spelled written",
);
const headings = words("heading headings headline question section subsection chapter part");

const possessive = /(?<=[a-z\d])['’]s$/u;
const pronouns = words("it this that them its");
const wordsMax = 50;

interface Named {
  readonly quotations: readonly string[];
  readonly pages: readonly string[];
  readonly keys: readonly string[];
  readonly bodies: readonly string[];
  /** The clause with a sign for each name: `Q`, `P`, `K`, `B`. */
  readonly shape: string;
  readonly has: (list: ReadonlySet<string>) => boolean;
}

/** Returns the only instruction that the names and words can mean, or null. */
export function readLoosely(tokens: readonly Token[]): Instruction | null {
  if (tokens.length < 2 || tokens.length > wordsMax) return null;
  const named = namesIn(tokens);
  return named === null || !isOrder(tokens) ? null : meaning(named);
}

function namesIn(tokens: readonly Token[]): Named | null {
  const [quotations, pages, keys, bodies, shape]: [string[], string[], string[], string[], string[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  const known = new Set<string>();
  let isReferring = false;
  let isNamedInComment = false;
  /** The signs of the names outside of comments. */
  let own = "";
  for (const segment of segmentsOf(tokens)) {
    const comments = isComment(segment, () => true);
    for (const token of segment) {
      const sign = signOf(token);
      if (comments) isNamedInComment ||= sign !== null;
      else {
        isReferring ||= pronouns.has(token.word);
        own += sign ?? "";
      }
      if (sign === "Q") quotations.push(token.text);
      else if (sign === "P") pages.push(token.text.replace(possessive, ""));
      else if (sign === "K") keys.push(token.text);
      else if (sign === "B") bodies.push(token.text);
      else if (!comments && !filling.has(token.word) && !verbs.has(token.word)) return null;
      if (!comments) known.add(token.word);
      shape.push(sign ?? token.word);
    }
    shape.push(",");
  }
  // “a.md was removed. Rename b to c” is not about a.md, but “use c” needs something before it.
  if (isNamedInComment && !isReferring && own !== "Q") return null;
  if (quotations.some((text) => text.trim() === "")) return null;
  return {
    ...{ quotations, pages: [...new Set(pages)], keys: [...new Set(keys)], bodies },
    shape: shape.join(" "),
    has: (list) => [...known].some((word) => list.has(word)),
  };
}

function segmentsOf(tokens: readonly Token[]): Token[][] {
  const segments: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === "mark" && [",", ";", ":"].includes(token.word)) segments.push([]);
    else segments.at(-1)?.push(token);
  }
  return segments.filter(({ length }) => length > 0);
}

function signOf({ kind, text: written, word }: Token): "B" | "K" | "P" | "Q" | null {
  const text = written.replace(possessive, "");
  if (kind === "content") return "B";
  if (kind === "quoted") return isPathLike(text) && (isFile(text) || text.includes("/")) ? "P" : "Q";
  if (kind !== "word") return null;
  if (isPathLike(text) && !isUrl(text)) return "P";
  return isKnownKey(text) || ["title", "description", "icon", "tags"].includes(word) ? "K" : null;
}

/** Whether a part of the clause starts with a verb, or says what should be. */
function isOrder(tokens: readonly Token[]): boolean {
  return segmentsOf(tokens).some((segment) => {
    const first = segment.find(({ word }) => !starts.has(word));
    const isAsked = /^(?:should|shall|must|need|ought)$/u.test(first?.word ?? "");
    const isVerb = first !== undefined && verbs.has(first.word) && !participles.has(first.word);
    return isVerb || (!isAsked && segment.some(({ word }) => modals.has(word)));
  });
}

function meaning(named: Named): Instruction | null {
  const { quotations, pages, keys, bodies, has, shape } = named;
  const [page] = pages;
  const isRemoval = has(removing);
  const isHeading = has(headings);
  if (isRemoval && (bodies.length > 0 || quotations.length > 1)) return null;
  if (pages.length === 2) return meaningOfTwo(named);
  if (pages.length > 1 || page?.startsWith("#") === true) return null;
  const [key, ...otherKeys] = keys;
  if (key !== undefined) {
    if (otherKeys.length > 0 || page === undefined || page.endsWith("/") || isHeading || bodies.length > 0)
      return null;
    const scope: InstructionScope = { kind: "page", name: page };
    if (isRemoval) return quotations.length === 0 ? { kind: "removeFrontmatter", key, scope } : null;
    return has(setting) || has(modals) ? setKey(named, key, scope) : null;
  }
  if (isHeading) return page === undefined ? null : meaningOfHeading(named, page);
  if (isRemoval)
    return page !== undefined && quotations.length === 0 && !has(words("redirect redirects redirected"))
      ? { kind: "deletePage", page, redirectTo: null }
      : null;
  if (
    page !== undefined &&
    has(words("end bottom last final closing")) &&
    has(appending) &&
    !page.endsWith("/")
  ) {
    const [text, ...more] = [...quotations, ...bodies];
    return text !== undefined && more.length === 0 ? { kind: "appendToPage", page, content: text } : null;
  }
  // “The page a” may also be renamed.
  if (/\b(?:page|file|doc|document|article|folder|directory|guide|title|name)s? Q/u.test(shape)) return null;
  const change = changeIn(named);
  if (change === null || bodies.length > 0 || !(has(replacing) || has(modals)) || /\bK\b/u.test(shape))
    return null;
  const scope: InstructionScope =
    page === undefined
      ? { kind: "site" }
      : page.endsWith("/")
        ? { kind: "folder", name: page }
        : { kind: isFile(page) ? "page" : "place", name: page };
  return {
    ...{ kind: "replaceTerm", from: change.from, to: change.to, scope },
    ...{ includeCode: false, wholeWord: true, caseHandling: "keep", maybePage: false },
  };
}

function setKey(named: Named, key: string, scope: InstructionScope): Instruction | null {
  const { quotations, shape } = named;
  // “Add a to the description” keeps the rest.
  if (/\b(?:add|append|insert|include|put) (?:\S+ )*?(?:to|in|into) (?:the |its )?K\b/u.test(shape))
    return null;
  const change = quotations.length === 2 ? changeIn(named) : null;
  const value = quotations.length === 1 ? quotations[0] : change?.to;
  if (value === undefined) return null;
  const where = change === null ? {} : { where: { key, value: change.from satisfies FrontmatterScalar } };
  return {
    ...{ kind: "setFrontmatter", key, onlyMissing: false },
    value: { kind: "literal", literal: value },
    scope: { ...scope, ...where },
  };
}

function meaningOfHeading(named: Named, page: string): Instruction | null {
  const { quotations, bodies, has } = named;
  const [heading, ...more] = quotations;
  if (heading === undefined || bodies.length > 0 || page.endsWith("/")) return null;
  if (has(removing)) return more.length === 0 ? { kind: "deleteSection", page, heading } : null;
  const change = has(appending) && !has(words("change rename make")) && !has(modals) ? null : changeIn(named);
  return change === null ? null : { kind: "renameHeading", page, from: change.from, to: change.to };
}

/** Two pages: one is moved, or one leads to the other. */
function meaningOfTwo({ pages, quotations, keys, bodies, has, shape }: Named): Instruction | null {
  const [from = "", to = ""] = pages;
  if (quotations.length + keys.length + bodies.length > 0 || has(headings)) return null;
  const isTo =
    /\bP\b.*\b(?:to|into|as|at|in|under|called|named|be)\b (?:a |the |be |called |named |folder |directory |new )*P\b|P → P/u.test(
      shape,
    );
  if (!isTo || shape.split(" ").filter((sign) => sign === "P").length !== 2) return null;
  const isRedirect = has(words("redirect redirects redirected"));
  if (has(removing)) {
    const isLast = /\b(?:redirect|redirected|forward|send)\b.* to (?:the )?P\b/u.test(shape);
    return isLast && isRedirect ? { kind: "deletePage", page: from, redirectTo: to } : null;
  }
  if (has(moving)) {
    const isRename = /\brenamed?\b|\bcalled\b|\bnamed\b/u.test(shape);
    const into = to.endsWith("/") && !from.endsWith("/");
    return {
      ...{ kind: "movePage", what: "either", from, to, into, rename: isRename && !into },
      redirect: isRedirect ? true : null,
    };
  }
  const isSent = has(sending) && /\bto (?:the )?P\b/u.test(shape) && from.startsWith("/");
  return isSent ? { kind: "addRedirect", from, to } : null;
}

/** The old and the new text, if the words between two quotations say which is which. */
function changeIn({ quotations, shape }: Named): { readonly from: string; readonly to: string } | null {
  const [one, other, ...more] = quotations;
  if (one === undefined || other === undefined || more.length > 0 || one === other) return null;
  if (/Q (?:now )?(?:instead of|rather than|and not|not|in place of) (?:\S+ ){0,3}?Q/u.test(shape))
    return { from: other, to: one };
  const noun = "(?:the |a |word |term |phrase |heading |question |sentence |text )*";
  const forward = new RegExp(
    `Q (?:, )?(?:in P |on P )?(?:(?:→|to|into|with|by|as|becomes?|(?:it |that |this )?(?:should|must|shall|has to|needs to|ought to) (?:now )?(?:be|read|say|become)(?: called| named| changed to| replaced with| replaced by| renamed to)?)) ${noun}Q`,
    "u",
  );
  return forward.test(shape) ? { from: one, to: other } : null;
}
