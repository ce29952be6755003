import type { Instruction } from "../instruction.ts";
import { add } from "./add.ts";
import { change } from "./change.ts";
import type { OrderFrame } from "./frame.ts";
import type { Role } from "./lexicon.ts";
import { move, swap } from "./move.ts";
import type { NounPhrase } from "./noun-phrase.ts";
import type { Order } from "./order.ts";
import { placesOf } from "./places.ts";
import { redirect, targetOf } from "./redirect.ts";
import { remove } from "./remove.ts";

const besides: ReadonlySet<Role> = new Set(["after", "before"]);
const valued: ReadonlySet<Role> = new Set(["to", "with"]);
const added: ReadonlySet<Role> = new Set(["with"]);
const located: ReadonlySet<Role> = new Set(["at", "from", "under"]);
const addedTo: ReadonlySet<Role> = new Set(["at", "from", "to", "under"]);

/** Returns the possible instructions of a frame; none if its phrases do not make sense together. */
export function instructionsOf(frame: OrderFrame): readonly (readonly Instruction[])[] {
  return ordersOf(frame).flatMap((order) => {
    const instructions = meaningOf(order);
    // A folder has several pages, so its name is not the page of a table or heading.
    const isOfFolder = order.where.scope?.kind === "folder" && instructions?.some(isOnPage) === true;
    return instructions === null || isOfFolder ? [] : [instructions];
  });
}

function isOnPage(instruction: Instruction): boolean {
  return onPage.has(instruction.kind) && !("scope" in instruction);
}

const onPage: ReadonlySet<Instruction["kind"]> = new Set([
  ...(["editPart", "renameHeading", "deleteSection", "insertUnderHeading", "addCallout"] as const),
]);

function meaningOf(order: Order): readonly Instruction[] | null {
  const { frame } = order;
  switch (frame.verb) {
    case "remove":
      return remove(order);
    case "rename":
    case "change":
      return change(order);
    case "move":
      return move(order);
    case "swap":
      return swap(order);
    case "add":
      return add(order);
    case "redirect":
      return redirect(order);
    case "use":
      // “Use a instead of b”: b is changed to a.
      return order.instead === null || order.to !== null
        ? null
        : change({
            ...order,
            object: order.instead,
            to: { role: "to", phrase: order.object },
            instead: null,
          });
  }
}

function ordersOf(frame: OrderFrame): readonly Order[] {
  const { object, roles } = withName(withLanguage(frame));
  if (object === null || (object.noun !== "callout" && !isCounted(object))) return [];
  if (!roles.every(({ phrase }) => isCounted(phrase))) return [];
  // “Add a to b”
  const [locations, values] = frame.verb === "add" ? [addedTo, added] : [located, valued];
  const all = (wanted: ReadonlySet<Role>) => roles.filter(({ role }) => wanted.has(role));
  const [to, ...moreTo] = all(values);
  const [beside, ...moreBeside] = all(besides);
  const [instead, ...moreInstead] = all(new Set<Role>(["instead"]));
  const [edge, ...moreEdges] = all(new Set<Role>(["edge"]));
  if (moreTo.length + moreBeside.length + moreInstead.length + moreEdges.length > 0) return [];
  return placesOf(all(locations)).map((where) => ({
    frame,
    object,
    where,
    to: to ?? null,
    beside: beside ?? null,
    instead: instead?.phrase ?? null,
    edge: edge === undefined ? null : /last|end|bottom/u.test(edge.phrase.mark) ? "end" : "start",
  }));
}

/** “The two rows a and b”: only names can be counted without a look at the pages. */
function isCounted({ count, name, also }: NounPhrase): boolean {
  return count === null || (name !== null && also.length + 1 === count);
}

const renamed = new Set(["column", "group", "heading", "section", "version"]);

/** “Rename the heading on the page a from b to c”: the heading b. */
function withName(frame: OrderFrame): OrderFrame {
  const { object, verb } = frame;
  const old = frame.roles.find(
    ({ role, phrase }) => role === "from" && phrase.noun === null && phrase.name !== null,
  );
  const isNamed = object === null || object.name !== null || !renamed.has(object.noun ?? "");
  if (isNamed || old === undefined || (verb !== "rename" && verb !== "change")) return frame;
  const { name, form } = old.phrase;
  return { ...frame, object: { ...object, name, form }, roles: frame.roles.filter((each) => each !== old) };
}

/** “The language of the sh blocks” */
function withLanguage(frame: OrderFrame): OrderFrame {
  const code = frame.roles.find(({ phrase }) => phrase.noun === "code");
  if (frame.object?.noun !== "language" || frame.object.name !== null || code === undefined) return frame;
  const others = frame.roles.filter((each) => each !== code);
  const object = { ...code.phrase, noun: "language" } as const;
  const old = others.find(({ phrase: { mark, also } }) => mark === "from" && also.length === 0)?.phrase;
  // “The language of the first code block from text to xml”
  if (old === undefined || code.phrase.ordinal === null || code.phrase.name !== null)
    return { ...frame, object, roles: others };
  const roles = others.filter(({ phrase }) => phrase !== old);
  return { ...frame, object: { ...object, name: old.name ?? old.word }, roles };
}

/** The page to which the visitors of a deleted page are sent, if the frame says that. */
export function redirectTarget(frame: OrderFrame): string | null {
  const [target = null] =
    frame.verb === "redirect" ? ordersOf(frame).flatMap((order) => targetOf(order) ?? []) : [];
  return target;
}
