import { type Draft, draftOf, type Kind, phrase } from "../reading/kind.ts";
import { type Found, textOf } from "../reading/phrase.ts";

const add = "(add|create|set up|make|write|put in|put|need|we need|configure)";
const redirect = "[a|the|another] [new] [permanent|temporary|301|302|308] redirect";
const from = "[the] [old] [address|url|path|page] ({from:target}|{from:slug})";
const target = "[the] [new] ([the] {to:page} page|[the] page {to:page}|[address|url|path] {to:target})";

export const addRedirect: Kind = {
  kind: "addRedirect",
  phrases: [
    phrase(`${add} ${redirect} from ${from} (to|→) ${target}`, read),
    phrase(`${add} ${redirect} for ${from} (to|that goes to|that leads to|pointing to) ${target}`, read),
    phrase(`${add} ${redirect} to ${target} from ${from}`, read),
    phrase(`redirect [visitors|readers|requests|traffic] [from] ${from} (to|→) ${target}`, read),
    phrase(`{from:file} (should|must) redirect to ${target}`, read),
  ],
  tails: [],
  verbs: ["add", "create", "set", "redirect", "configure"],
};

function read(found: Found): Draft | null {
  const [from, to] = [textOf(found, "from"), textOf(found, "to")];
  // A redirect starts at an address of this site.
  return /^(?:[a-z]+:|#)/iu.test(from) ? null : draftOf({ kind: "addRedirect", from, to });
}
