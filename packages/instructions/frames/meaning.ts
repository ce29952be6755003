import type { Instruction, InstructionScope, NamedScope, Place } from "../instruction.ts";
import { draftFor } from "../kinds/set-frontmatter.ts";
import type { Draft } from "../reading/kind.ts";
import { scopeOfTargets } from "../reading/scope.ts";
import { isFile, isPathLike, isUrl, isVersion } from "../reading/slots.ts";
import { starters } from "../reading/words.ts";
import type { Frame, Role } from "./read-frame.ts";
import type { Thing, ThingKind } from "./things.ts";

/** The things of a frame by role. */
interface Parts {
  readonly frame: Frame;
  readonly object: Thing;
  readonly to: Thing | null;
  readonly instead: Thing | null;
  readonly from: Thing | null;
  /** The pages, folders or parts of the navigation in which something is done. */
  readonly at: readonly Thing[];
  readonly place: Place | null;
  /** The text to write, after a colon. */
  readonly text: Thing | null;
  /** At which end of the pages or sections in `at`. */
  readonly edge: "end" | "start" | null;
}

/** Returns the instruction that a frame is, or null if its things do not make sense together. */
export function meaningOf(frame: Frame): Draft | null {
  const parts = partsOf(frame);
  if (parts === null || (frame.pairs.length > 0 && !["change", "add"].includes(frame.operation))) return null;
  switch (frame.operation) {
    case "change":
      return changeAll(parts);
    case "use":
      return use(parts);
    case "remove":
      return parts.edge !== null || parts.text !== null
        ? null
        : parts.to === null && parts.place === null && parts.instead === null
          ? remove(parts)
          : null;
    case "move":
      return move(parts);
    case "add":
      return add(parts);
    case "mark":
      return mark(parts);
    case "start":
    case "finish":
      return writeAtEdge(parts);
    case "redirect":
      return parts.to === null || parts.place !== null || parts.at.length > 0 || parts.text !== null
        ? null
        : redirect(parts, parts.to);
  }
}

function partsOf(frame: Frame): Parts | null {
  const all = (role: Role) => frame.roles.get(role) ?? [];
  const once = [...frame.roles].every(
    ([role, things]) => things.length === 1 || (role === "at" && things.length === 2),
  );
  const [object] = all("object");
  const located = [...all("at"), ...all("end"), ...all("start")];
  if (!once || object === undefined || !areCompatible(located)) return null;
  const places = (["under", "after", "before"] as const).flatMap((relation) =>
    all(relation).map((thing): [Place["relation"], Thing] => [relation, thing]),
  );
  const [place, ...others] = places;
  // “To the end” is no group.
  if (place !== undefined && place[1].kind === "name" && !isLiteral(place[1])) return null;
  const [to, replacement] = [all("to")[0], all("with")[0]];
  if (others.length > 0 || (to !== undefined && replacement !== undefined)) return null;
  if (
    replacement !== undefined &&
    !/^(?:tag|flag|mark|label|start|begin|open|prefix|end|finish|close|use|say|write|prefer|replace|swap|exchange|substitute|change|convert|give)$/u.test(
      frame.verb,
    )
  )
    return null;
  return {
    frame,
    object,
    to: to ?? replacement ?? null,
    text: all("text")[0] ?? null,
    edge: all("end")[0] !== undefined ? "end" : all("start")[0] !== undefined ? "start" : null,
    instead: all("instead")[0] ?? null,
    from: all("from")[0] ?? null,
    at: located,
    place: place === undefined ? null : { relation: place[0], name: place[1].payload.text },
  };
}

/** “On the page a in the navigation”, “under the heading a on the page b”: of each kind, at most one. */
function areCompatible(located: readonly Thing[]): boolean {
  const sorts = located.map(({ kind }) => (isPlace(kind) ? "place" : kind === "section" || kind === "name" ? "heading" : kind));
  return new Set(sorts).size === sorts.length;
}

/** Several things may be changed at once, all in the same place. */
function changeAll(parts: Parts): Draft | null {
  if (parts.place !== null || parts.edge !== null) return null;
  if (parts.text !== null && (parts.to !== null || parts.object.kind !== "key")) return null;
  const target = parts.to ?? parts.text;
  if (parts.object.kind === "assignment" && target === null) return assign(parts);
  if (target === null) return null;
  const { pairs } = parts.frame;
  if (pairs.length > 0 && pairs.some(({ object }) => sortOf(object) !== sortOf(parts.object))) return null;
  const drafts = [{ object: parts.object, to: target }, ...pairs].map(({ object, to }) =>
    change(parts, object, to),
  );
  const instructions: Instruction[] = [];
  for (const draft of drafts) {
    if (draft === null) return null;
    instructions.push(...draft.instructions);
  }
  return { instructions, needsScope: drafts.some((draft) => draft?.needsScope === true) };
}

/** “Replace the word a with b and c with d”. */
function sortOf({ kind }: Thing): ThingKind {
  return kind === "term" ? "name" : kind;
}

function change(parts: Parts, object: Thing, to: Thing): Draft | null {
  const { at, from } = parts;
  if (parts.instead !== null) return null;
  const inNavigation = at.some(({ kind }) => kind === "navigation");
  const pages = at.filter(({ kind }) => kind !== "navigation");
  const name = object.payload.text;
  if (from !== null && !(["key", "label", "heading", "entry"].includes(object.kind) && isFormer(from)))
    return null;
  // “The icon of a: b” is clear, “a: b” is not.
  if (/^[:=]$/u.test(parts.frame.verb) && !["key", "label", "heading", "entry"].includes(object.kind))
    return null;
  switch (object.kind) {
    case "keys":
      return inNavigation ? null : setKeys(object, to, scopeOf(pages));
    case "key":
      return inNavigation || !isValue(to) || !isSetting(parts) ? null : setKey(object, to, scopeOf(pages));
    case "label": {
      const page = onlyPage(pages);
      return page === null || !isLabel(to) ? null : one(labeled(page, to));
    }
    case "entry":
      return pages.length === 0 && isLabel(to) ? one(labeled(name, to)) : null;
    case "group":
      return pages.length === 0 && isLabel(to)
        ? one({ kind: "renameGroup", from: name, to: to.payload.text })
        : null;
    case "section":
    case "heading": {
      if (inNavigation)
        return isLabel(to) && pages.length === 0 && object.kind === "section"
          ? one({ kind: "renameGroup", from: name, to: to.payload.text })
          : null;
      const page = onlyPage(pages);
      if (!isLabel(to) || (page === null && (pages.length > 0 || object.kind === "section"))) return null;
      return one({ kind: "renameHeading", page, from: name, to: to.payload.text });
    }
    case "page":
    case "folder":
      if (inNavigation)
        return object.kind === "page" && pages.length === 0 && isLabel(to) ? one(labeled(name, to)) : null;
      return pages.length === 0 ? moved(parts, object, to) : null;
    case "url":
    case "link":
      return inNavigation || !isTarget(to) ? null : relinkAll(parts, to.payload.text, scopeOf(pages));
    case "version":
      return inNavigation ? null : bump(object, to, scopeOf(pages));
    case "release":
      return inNavigation ? null : bumpRelease(object, to, scopeOf(pages));
    case "term":
    case "name":
      if (inNavigation)
        return pages.length === 0 && isLabel(to) && isLiteral(object) ? one(labeled(name, to)) : null;
      return replaceTerm(object, to, scopeOf(pages), parts.frame.verb);
    default:
      return null;
  }
}

/** “Use a instead of b”. */
function use(parts: Parts): Draft | null {
  const { object, to } = parts;
  // “Use a for b” is “use a instead of b” if both are quotations.
  const isFor = to !== null && parts.frame.words.some(([role, word]) => role === "with" && word === "for");
  if (isFor && parts.instead === null && [object, to].every(({ payload }) => payload.form === "quoted"))
    return use({ ...parts, instead: to, to: null });
  const { instead } = parts;
  if (instead === null || parts.to !== null || parts.place !== null || parts.from !== null) return null;
  return change({ ...parts, instead: null }, instead, object);
}

function remove(parts: Parts): Draft | null {
  const { object, at, from, frame } = parts;
  const sources = [...at, ...(from === null ? [] : [from])];
  const inNavigation = sources.some(({ kind }) => kind === "navigation");
  const pages = sources.filter(({ kind }) => kind !== "navigation");
  if (pages.some(({ kind }) => !isPlace(kind))) return null;
  const name = object.payload.text;
  // “Hide” and “unlist” do not delete a page.
  const isDeletion =
    /^(?:remove|delete|drop|erase|kill|get rid of|rm|git rm|can .*|should .*|must .*|needs? to .*|ha(?:s|ve) to .*)$/u.test(
      frame.verb,
    );
  // “Should not be in the sidebar” says nothing about the page itself.
  if (/n't|not/u.test(frame.verb) && !inNavigation) return null;
  if (inNavigation || object.kind === "entry") {
    if (pages.length > 0 || !["page", "entry", "name"].includes(object.kind)) return null;
    return one({ kind: "editNavigation", action: "remove", page: name, label: null, place: null });
  }
  switch (object.kind) {
    case "key": {
      const scope = scopeOf(pages);
      return scope === null ? null : one({ kind: "removeFrontmatter", key: name, scope });
    }
    case "page":
      return pages.length === 0 && isDeletion
        ? one({ kind: "deletePage", page: name, redirectTo: null })
        : null;
    case "folder":
      return pages.length === 0 && isDeletion
        ? one({ kind: "deletePage", page: `${name.replace(/^\/+|\/+$/gu, "")}/`, redirectTo: null })
        : null;
    default:
      return null;
  }
}

function move(parts: Parts): Draft | null {
  const { object, at, place, to } = parts;
  if (!["page", "entry", "name", "places", "folder"].includes(object.kind)) return null;
  // “After a in the group b”: a group is a part of the navigation.
  const inNavigation = at.some(
    ({ kind }) => kind === "navigation" || ((kind === "group" || kind === "section") && place !== null),
  );
  if (parts.text !== null) return null;
  const [group] = at.filter(({ kind }) => kind === "group");
  if (parts.edge !== null) {
    if (
      group === undefined ||
      at.length > (inNavigation ? 2 : 1) ||
      place !== null ||
      to !== null ||
      !isEntry(object)
    )
      return null;
    const target: Place = { relation: "under", name: group.payload.text, at: parts.edge };
    return one({
      kind: "editNavigation",
      action: "move",
      page: object.payload.text,
      label: null,
      place: target,
    });
  }
  const isOther = ({ kind }: Thing) => kind !== "navigation" && kind !== "group" && kind !== "section";
  if (at.some(isOther) || (at.length > 0 && !inNavigation)) return null;
  if (place !== null) {
    if (
      to !== null ||
      parts.edge !== null ||
      parts.from?.kind === "page" ||
      object.kind === "places" ||
      object.kind === "folder"
    )
      return null;
    const target = placeThing(parts);
    // “Below the page a” is after it, not inside it.
    const isBelow = parts.frame.words.some(
      ([role, word]) => role === "under" && /^(?:right |directly )?(?:below|beneath|underneath)$/u.test(word),
    );
    if (isBelow && target?.kind === "name") return null;
    // “Under a” alone may be a folder, so the navigation must be mentioned.
    if (!inNavigation && target?.kind !== "group") return null;
    if (object.kind === "name" && !isLiteral(object)) return null;
    return one({ kind: "editNavigation", action: "move", page: object.payload.text, label: null, place });
  }
  if (inNavigation || to === null) return null;
  if (object.kind === "places") return moveAll(parts, object, to);
  return object.kind === "page" || object.kind === "folder" ? moved(parts, object, to) : null;
}

function isEntry(thing: Thing): boolean {
  const { kind } = thing;
  return kind === "page" || kind === "entry" || (kind === "name" && isLiteral(thing));
}

/** “Move a and b to the folder c”. */
function moveAll({ from }: Parts, object: Thing, to: Thing): Draft | null {
  const names = namesOf([object]);
  if (
    names === null ||
    to.kind !== "folder" ||
    (from !== null && from.kind !== "folder" && from.kind !== "name")
  )
    return null;
  const common = {
    kind: "movePage",
    to: to.payload.text,
    into: true,
    rename: false,
    redirect: null,
  } as const;
  return { instructions: names.map((name) => ({ ...common, what: "page", from: name })) };
}

function placeThing({ frame }: Parts): Thing | undefined {
  return (["under", "after", "before"] as const).flatMap((role) => frame.roles.get(role) ?? [])[0];
}

function add(parts: Parts): Draft | null {
  const { object, at, from, place, to, instead, text, edge } = parts;
  if (from !== null) return null;
  // “Acme now needs Node.js 22 instead of Node.js 20”
  if (parts.frame.pairs.length > 0 && object.kind !== "assignment") return null;
  if (instead !== null) {
    const isRelease = instead.kind === "release" && object.kind === "release";
    return isRelease && at.length <= 1 ? bumpRelease(instead, object, null) : null;
  }
  if (at.some(({ kind }) => kind === "navigation")) return null;
  if (object.kind === "pair" || object.kind === "assignment")
    return to === null && place === null && text === null && edge === null ? assign(parts) : null;
  if (object.kind === "section" || object.kind === "heading") {
    const page = onlyPage(at);
    if (text === null || to !== null || place !== null || page === null || edge === "start") return null;
    const content = `## ${object.payload.text}\n\n${text.payload.text}`;
    return one({ kind: "appendToPage", page, content });
  }
  return to === null && text === null ? write(parts) : null;
}

/** “Tag the page a with `draft: true`”. */
function mark(parts: Parts): Draft | null {
  const { object, to, at, place, text, edge, frame } = parts;
  const isPlain = at.length === 0 && place === null && text === null && edge === null;
  if (!isPlain || to === null || !isPlace(object.kind)) return null;
  return frame.verb !== "" && (to.kind === "pair" || to.kind === "assignment")
    ? assign({ ...parts, object: to, at: [object], to: null })
    : null;
}

/** “Start the section a of the page b with: …”. */
function writeAtEdge({ frame, object, at, to, from, place, text, edge }: Parts): Draft | null {
  const content = text ?? (to?.kind === "text" || to?.kind === "name" ? to : null);
  if (content === null || (text !== null && to !== null) || from !== null || place !== null || edge !== null)
    return null;
  if (object.kind === "section" || object.kind === "heading") {
    const page = onlyPage(at);
    if (page === null && at.length > 0) return null;
    const position = frame.operation === "start" ? "start" : "end";
    return one({
      kind: "insertUnderHeading",
      page,
      heading: object.payload.text,
      content: content.payload.text,
      position,
    });
  }
  if (object.kind !== "page" || frame.operation === "start" || at.length > 0) return null;
  return one({ kind: "appendToPage", page: object.payload.text, content: content.payload.text });
}

/** “Add the sentence a …”: under a heading, or at the end of pages. */
function write({ object, at, place, edge, frame }: Parts): Draft | null {
  const isQuotation = object.kind === "name" && object.payload.form === "quoted";
  if (object.kind !== "text" && object.kind !== "item" && !isQuotation) return null;
  const isItem = object.kind === "item" && !/^\s*(?:[-*+]|\d+[.)])\s/u.test(object.payload.text);
  const content = `${isItem ? "- " : ""}${object.payload.text}`;
  const isHeading = (thing: Thing) =>
    thing.kind === "heading" || thing.kind === "section" || (thing.kind === "name" && isLiteral(thing));
  const headings = at.filter(isHeading);
  const pages = at.filter((thing) => !isHeading(thing));
  const under = place === null ? [] : [place.name];
  if (place !== null && place.relation !== "under") return null;
  const [heading, ...more] = [...headings.map(({ payload }) => payload.text), ...under];
  if (more.length > 0) return null;
  if (heading !== undefined) {
    const page = onlyPage(pages);
    if (page === null && pages.length > 0) return null;
    return one({ kind: "insertUnderHeading", page, heading, content, position: edge ?? "end" });
  }
  // “Add a to the page b” does not say where.
  if (edge !== "end" && frame.verb !== "append") return null;
  const names = namesOf(pages);
  if (names === null || isItem) return null;
  return { instructions: names.map((page) => ({ kind: "appendToPage", page, content })) };
}

function namesOf(things: readonly Thing[]): readonly string[] | null {
  const [thing, ...more] = things;
  if (thing === undefined || more.length > 0) return null;
  if (thing.kind === "page") return [thing.payload.text];
  if (thing.kind !== "places") return null;
  const { values } = thing.payload;
  const named = values.filter((_, index) => index % 2 === 1);
  return values.some((value, index) => index % 2 === 0 && value === "folder") ? null : named;
}

/** “The icon rocket and the tag new”. */
function assign(parts: Parts): Draft | null {
  const { pairs } = parts.frame;
  const instructions: Instruction[] = [];
  let needsScope = false;
  for (const object of [parts.object, ...pairs.map((pair) => pair.object)]) {
    const draft = assignOne({ ...parts, object });
    if (draft === null) return null;
    instructions.push(...draft.instructions);
    needsScope ||= draft.needsScope === true;
  }
  return { instructions, needsScope };
}

function assignOne({ object, at, instead, from }: Parts): Draft | null {
  if (instead !== null || from !== null || at.some(({ kind }) => !isPlace(kind))) return null;
  if (object.kind === "pair") {
    const [key = "", value = ""] = object.payload.values;
    return draftFor(key, { text: value, form: "bare", values: [] }, scopeOf(at));
  }
  const { value, payload } = object;
  if (value === undefined) return null;
  const isList = ["keywords", "tags", "categories", "aliases", "authors"].includes(payload.text);
  return isList ? null : draftFor(payload.text, value, scopeOf(at));
}

function redirect({ object, from, frame }: Parts, to: Thing): Draft | null {
  if (from !== null || !["page", "url", "link"].includes(object.kind)) return null;
  const source = object.payload.text;
  if (object.kind === "link" && frame.verb !== "redirect")
    return isTarget(to) ? relink(source, to.payload.text, null) : null;
  if (/^[a-z]+:/iu.test(source) || !isTarget(to)) return null;
  return one({ kind: "addRedirect", from: source, to: to.payload.text });
}

function moved({ frame }: Parts, { kind, payload }: Thing, to: Thing): Draft | null {
  const target = to.payload.text;
  const isPath = to.kind === "page" || to.kind === "folder";
  if (!isPath || !isPathLike(target) || isUrl(payload.text)) return null;
  // “Change /a to /b” may also mean links.
  if (/^(?:change|update|set|replace|swap|switch|correct|fix|adjust|make|convert)$/u.test(frame.verb))
    return null;
  // “/a → /b” may be a redirect.
  if (frame.verb === "→" && (target.startsWith("/") || payload.text.startsWith("/"))) return null;
  const inside = frame.words.some(([role, word]) => role === "to" && /^(?:and )?into$/u.test(word));
  const what =
    kind === "folder" ? "folder" : isPathLike(payload.text) && !isFile(payload.text) ? "either" : "page";
  const into =
    (to.kind === "folder" || (inside && !isFile(target))) && kind !== "folder" && !payload.text.endsWith("/");
  const rename = frame.operation === "change" && !/mov|live/u.test(frame.verb);
  return one({ kind: "movePage", what, from: payload.text, to: target, into, rename, redirect: null });
}

function labeled(page: string, to: Thing): Instruction {
  return { kind: "editNavigation", action: "rename", page, label: to.payload.text, place: null };
}

function setKey({ payload: { text, form } }: Thing, to: Thing, scope: InstructionScope | null): Draft | null {
  const key = text.toLowerCase() === "meta description" ? "description" : text;
  if (["slug", "path", "url", "version"].includes(key) && form !== "quoted") return null;
  const { payload } = to;
  const isKnown = form === "quoted" || ["title", "description"].includes(key) || scope !== null;
  if (!isKnown) return null;
  if (payload.text === "") return null;
  if (payload.form === "bare" && starters.has(payload.text.split(" ")[0]?.toLowerCase() ?? "")) return null;
  return draftFor(key, payload, scope);
}

/** “Change both title and description to a”. */
function setKeys({ payload }: Thing, to: Thing, scope: InstructionScope | null): Draft | null {
  if (!isValue(to) || scope === null) return null;
  const drafts = payload.values.map((key) => draftFor(key, to.payload, scope));
  const instructions: Instruction[] = [];
  for (const draft of drafts) {
    if (draft === null) return null;
    instructions.push(...draft.instructions);
  }
  return { instructions };
}

/** “Replace passive voice” is not about a key. */
function isSetting({ frame }: Parts): boolean {
  return (
    frame.operation === "change" &&
    !/^(?:replace|rename|swap|exchange|substitute|convert|call|name|fix)$/u.test(frame.verb)
  );
}

function relinkAll({ object, frame }: Parts, to: string, scope: InstructionScope | null): Draft | null {
  const draft = relink(object.payload.text, to, scope);
  const hasMoved = /\bnow\b|mov|became|becomes/u.test(frame.verb) && object.kind === "url";
  if (draft === null || !hasMoved) return draft;
  return { instructions: draft.instructions.map((each) => ({ ...each, below: true }) as Instruction) };
}

function relink(from: string, to: string, scope: InstructionScope | null): Draft | null {
  return one({ kind: "replaceLinkTarget", from, to, scope: scope ?? { kind: "site" } });
}

function bump({ payload }: Thing, to: Thing, scope: InstructionScope | null): Draft | null {
  if (to.kind !== "version" || !payload.text.includes(".") || !isVersion(to.payload.text)) return null;
  const [from, target] = [payload.text, to.payload.text];
  return one({ kind: "bumpVersion", from, to: target, product: null, scope: scope ?? { kind: "site" } });
}

/** “Node.js 18” to “Node.js 20”: only beside the product's name. */
function bumpRelease(
  { payload, version = "" }: Thing,
  to: Thing,
  scope: InstructionScope | null,
): Draft | null {
  if (to.kind !== "release" || to.payload.text !== payload.text || to.version === undefined) return null;
  // “Node.js 20” without a dot is clear only beside the product's name.
  if (!version.includes(".")) {
    const [before, after] = [`${payload.text} ${version}`, `${payload.text} ${to.version}`];
    return one(term(before, after, scope));
  }
  return one({
    kind: "bumpVersion",
    from: version,
    to: to.version,
    product: payload.text,
    scope: scope ?? { kind: "site" },
  });
}

function replaceTerm(object: Thing, to: Thing, scope: InstructionScope | null, verb: string): Draft | null {
  const isMarked = object.kind === "term";
  if (verb === "→" && !isMarked) return null;
  if (to.kind !== "name" && to.kind !== "term") return null;
  if (!isMarked && !(isLiteral(object) && isLiteral(to))) return null;
  const [from, text] = [object.payload.text, to.payload.text];
  if ([from, text].some((each) => isUrl(each) || isVersion(each)) || (isPathLike(from) && isPathLike(text)))
    return null;
  return one(term(from, text, scope));
}

function term(from: string, to: string, scope: InstructionScope | null): Instruction {
  const how = { includeCode: false, wholeWord: true, caseHandling: "keep", maybePage: false } as const;
  return { kind: "replaceTerm", from, to, scope: scope ?? { kind: "site" }, ...how };
}

/** A quotation, or a name with a capital letter or a sign: words that cannot describe something. */
function isLiteral({ payload: { text, form } }: Thing): boolean {
  return form === "quoted" || /\p{Lu}|[_(){}$@#+]/u.test(text);
}

function isLabel({ kind, payload }: Thing): boolean {
  if (kind === "value")
    return (
      payload.form === "bare" &&
      payload.text !== "" &&
      !starters.has(payload.text.split(" ")[0]?.toLowerCase() ?? "") &&
      !isPathLike(payload.text)
    );
  return kind === "name" && payload.form === "quoted";
}

function isValue({ kind, payload }: Thing): boolean {
  return kind === "value" || kind === "text" || (kind === "name" && payload.form === "quoted");
}

function isTarget({ kind, payload }: Thing): boolean {
  return (kind === "page" || kind === "url" || kind === "link") && (kind !== "page" || payload.text !== "");
}

function isFormer({ kind }: Thing): boolean {
  return kind === "name" || kind === "value" || kind === "term";
}

function isPlace(kind: ThingKind): boolean {
  return kind === "page" || kind === "folder" || kind === "places";
}

function onlyPage(things: readonly Thing[]): string | null {
  const [page, ...more] = things;
  return page?.kind === "page" && more.length === 0 ? page.payload.text : null;
}

function scopeOf(things: readonly Thing[]): InstructionScope | null {
  const [thing, ...more] = things;
  if (thing === undefined || more.length > 0) return null;
  if (thing.kind === "places") return scopeOfTargets(thing.payload);
  const named: NamedScope = { kind: kindOf(thing), name: thing.payload.text };
  return named;
}

function kindOf({ kind, payload }: Thing): NamedScope["kind"] {
  if (kind === "folder" || payload.text.endsWith("/")) return "folder";
  return isFile(payload.text) || payload.text.startsWith("/") || !isPathLike(payload.text) ? "page" : "place";
}

function one(instruction: Instruction): Draft {
  return { instructions: [instruction] };
}
