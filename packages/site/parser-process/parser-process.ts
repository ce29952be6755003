import { availableParallelism } from "node:os";
import type { MdxJudge, MdxVerdict } from "../checks/check.ts";
import { type Clock, createSystemClock } from "../clock.ts";
import { limits } from "../limits.ts";
import { createChild } from "./child.ts";
import { type PackedPage, splitPacked } from "./pack.ts";
import type { ParseRequest } from "./protocol.ts";

/**
 * Separate processes for work that may crash or hang: parsing MDX with code in it, whose native parser overflows the
 * stack on some inputs and never finishes on others, and compiling MDX. They start when first needed, restart after a
 * crash, and exit when idle. They get no environment.
 */
export interface ParserProcess extends MdxJudge {
  /**
   * Parses pages, in order, with null for each page that cannot be parsed within the limits. Each such page decrements
   * `failuresLeft`, so that a hostile tree cannot keep a process busy for hours. Rejects only with the signal's reason.
   */
  parse(o: ParsePages): Promise<readonly (PackedPage | null)[]>;
}

export interface ParsePages {
  readonly pages: readonly ParseRequest[];
  readonly dialect: string;
  readonly failuresLeft: { count: number };
  readonly signal?: AbortSignal | undefined;
}

export function createParserProcess({ clock = createSystemClock() }: { clock?: Clock } = {}): ParserProcess {
  const count = Math.min(limits.parserProcessesMax, availableParallelism());
  const children = Array.from({ length: count }, () => createChild({ clock }));
  let spentMs = 0;

  /** The child with the least work. */
  function child() {
    return children.reduce((least, other) => (other.load < least.load ? other : least));
  }

  async function parse(o: ParsePages): Promise<readonly (PackedPage | null)[]> {
    const { pages, dialect, failuresLeft, signal } = o;
    if (pages.length === 0 || failuresLeft.count <= 0) return pages.map(() => null);
    const answer = await child().ask({ kind: "parse", pages, dialect }, limits.parserBatchMs, signal);
    if (answer?.kind === "parsed") return splitPacked(answer.pages);
    if (pages.length === 1) {
      failuresLeft.count--;
      return [null];
    }
    // One page caused the failure. Parsed separately, it fails again and the others succeed.
    const parsed: (PackedPage | null)[] = [];
    for (const page of pages) parsed.push(...(await parse({ ...o, pages: [page] })));
    return parsed;
  }

  return {
    get spentMs() {
      return spentMs;
    },
    parse,
    async judge(pages, signal) {
      const startedAt = clock.now();
      const judged = pages.map(async ({ text, dialect }): Promise<MdxVerdict> => {
        const answer = await child().ask({ kind: "judge", text, dialect }, limits.judgeMs, signal);
        return answer?.kind === "judged" ? answer.verdict : timedOut;
      });
      try {
        return await Promise.all(judged);
      } finally {
        spentMs += clock.now() - startedAt;
      }
    },
    async close() {
      await Promise.all(children.map((each) => each.close()));
    },
  };
}

const timedOut: MdxVerdict = {
  message: `the MDX compiler did not finish within ${limits.judgeMs / 1000} s`,
  line: null,
};
