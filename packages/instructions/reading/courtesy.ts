import { compileTemplate, type Effort, matchPhrase, type Node } from "./phrase.ts";
import type { Token } from "./token.ts";

const you = "(can|could|would|will) you [all] [please|pls|plz|kindly|also|maybe|just]";

/** Words that precede an instruction and do not change it. `requests` also turn a question into a request. */
const before: readonly Node[] = [
  "(hi|hey|hello|hiya|yo|greetings|dear) [there|team|all|everyone|folks|docwright|@docwright|bot]",
  "good (morning|afternoon|evening|day)",
  "(@docwright|docwright)",
  "(please|pls|plz|plese|kindly|just|now|ok|okay|so|well|also|then|next|and|finally|lastly|afterwards|additionally)",
  "(first|firstly|second|secondly|third|thirdly|last) [of all]",
  "(go|read|look) (through|over) [all|all of] [the|our] (docs|documentation|pages|site) [and]",
  "(after that|in addition|go ahead|go ahead and|be sure to|make sure to|make sure you|if you can|if possible)",
  "(i|we) (want|need|would like|'d like) [you] to",
  "(i'd|we'd) like [you] to",
  "(let's|lets|let us)",
  "(your|the) (task|job) is to",
  "you (need to|have to)",
  "(we|we've|our company|the company) [have|has|just|have just|recently|have recently] (rebranded|been rebranded|changed names|changed our name|changed its name) (:|,|and|so)",
  "(,|!|.|-|🙂)",
].map((template) => compileTemplate(template, {}));

const requests: readonly Node[] = [
  you,
  `it would be (great|nice|good|lovely) if you (could|can|would)`,
  "i was (hoping|wondering) if you (could|can|would)",
].map((template) => compileTemplate(template, {}));

const mind = compileTemplate("(would|do) you mind", {});

const after = compileTemplate(
  "[many] (thanks|thank you|thx|ty|cheers) [a lot|very much|so much|in advance|again|for your help]",
  {},
);

const gerunds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    renaming: "rename",
    replacing: "replace",
    changing: "change",
    moving: "move",
    deleting: "delete",
    removing: "remove",
    fixing: "fix",
    repairing: "repair",
    adding: "add",
    creating: "create",
    inserting: "insert",
    setting: "set",
    bumping: "bump",
    updating: "update",
    upgrading: "upgrade",
    pointing: "point",
  }),
);

/** Strips courtesies from the start. `request` is true for “could you …?” and the like, which may end with “?”. */
export function stripCourtesy(tokens: readonly Token[]): { tokens: readonly Token[]; request: boolean } {
  let at = 0;
  let request = false;
  for (let more = true; more; ) {
    more = false;
    const mindEnd = longest(mind, tokens, at);
    const gerund = tokens[mindEnd];
    const verb = mindEnd > at && gerund !== undefined ? gerunds.get(gerund.word) : undefined;
    if (gerund !== undefined && verb !== undefined) {
      return { tokens: [{ ...gerund, word: verb }, ...tokens.slice(mindEnd + 1)], request: true };
    }
    for (const node of requests) {
      const end = longest(node, tokens, at);
      if (end > at) [at, request, more] = [end, true, true];
    }
    for (const node of [...before, after]) {
      const end = longest(node, tokens, at);
      if (end > at) [at, more] = [end, true];
    }
  }
  return { tokens: tokens.slice(at), request };
}

function longest(node: Node, tokens: readonly Token[], at: number): number {
  const effort: Effort = { steps: 100 };
  let best = at;
  matchPhrase(node, tokens, at, new Map(), effort, (end) => {
    best = Math.max(best, end);
  });
  return best;
}
