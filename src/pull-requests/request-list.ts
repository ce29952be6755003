import { codeBlock, cut, fold } from "./markdown.ts";

/** With more requests, those between the first and the last are folded away. */
const openMax = 3;

/**
 * Each request as it was sent, in at most about `charsMax`: the first says what the pull request is for, the last what
 * was done just now.
 */
export function requestList(requests: readonly string[], charsMax: number): string {
  const eachMax = Math.floor(charsMax / Math.min(Math.max(requests.length, 1), openMax + 1));
  const blocks = requests.map((request, at) => {
    const name = requests.length === 1 ? "" : at === 0 ? "Request:\n\n" : `Follow-up ${at}:\n\n`;
    return name + requestBlock(request.trim(), eachMax);
  });
  if (blocks.length <= openMax) return blocks.join("\n\n");
  const middle = blocks.slice(1, -1);
  const folded = fold(`${middle.length} follow-ups between`, newest(middle, eachMax * 2));
  return [blocks[0], folded, blocks.at(-1)].join("\n\n");
}

function requestBlock(request: string, charsMax: number): string {
  const block = codeBlock(cut(request, charsMax), "text");
  const left = request.length - charsMax;
  return left > 0 ? `${block}\n\n${left} more characters are in the job's messages.` : block;
}

/** The newest that fit, in order. */
function newest(blocks: readonly string[], charsMax: number): string {
  const kept: string[] = [];
  let chars = 0;
  for (const block of blocks.toReversed()) {
    chars += block.length + 2;
    if (chars > charsMax) break;
    kept.unshift(block);
  }
  const left = blocks.length - kept.length;
  return [...(left > 0 ? [`${left} more are in the job's messages.`] : []), ...kept].join("\n\n");
}
