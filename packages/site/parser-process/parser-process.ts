import { availableParallelism } from "node:os";
import { type Clock, createSystemClock } from "../../runtime/index.ts";
import type { ActivePart } from "../active/active-part.ts";
import type { MdxJudge, MdxVerdict } from "../checks/check.ts";
import type { CodeModule } from "../code/module.ts";
import { limits } from "../limits.ts";
import { type Child, createChild } from "./child.ts";
import { createFailures } from "./failures.ts";
import { type PackedPage, splitPacked } from "./pack.ts";
import type { ActiveRequest, ChildRequest, ParseRequest } from "./protocol.ts";

/**
 * Separate processes for work that may crash or hang: parsing MDX with code in it, compiling MDX, and parsing
 * configuration written as code. The native MDX parser overflows the stack on some inputs and never finishes on others.
 * The processes start when first needed, restart after a crash, and exit when idle. They get no environment variables.
 */
export interface ParserProcess extends MdxJudge {
  /**
   * Parses pages, in order, with null for each page that cannot be parsed within the limits. Each such page decrements
   * `failuresLeft`, so that a hostile tree cannot keep a process busy for hours. Rejects only with the signal's reason.
   */
  parse(o: ParsePages): Promise<readonly (PackedPage | null)[]>;
  /** Finds a page's active parts, or returns null if that exceeds the limits. */
  readActive(page: Omit<ActiveRequest, "kind">): Promise<readonly ActivePart[] | null>;
  /**
   * Parses a module. Returns null if its syntax is invalid or it cannot be parsed within the limits. Rejects only with
   * the signal's reason.
   */
  readCode(file: { path: string; text: string }, signal?: AbortSignal): Promise<CodeModule | null>;
}

export interface ParsePages {
  readonly pages: readonly ParseRequest[];
  readonly dialect: string;
  readonly failuresLeft: { count: number };
  readonly signal?: AbortSignal | undefined;
}

export function createParserProcess({ clock = createSystemClock() }: { clock?: Clock } = {}): ParserProcess {
  const count = Math.min(limits.parserProcessesMax, availableParallelism());
  const failures = createFailures(clock);
  const children: readonly Child[] = Array.from({ length: count }, () =>
    createChild({ clock, failures, isOverMemory }),
  );
  let spentMs = 0;

  function isOverMemory(residentBytes: number): boolean {
    if (residentBytes > limits.parserMemoryBytesMax) return true;
    const all = children.map((each) => each.residentBytes());
    const total = all.reduce((sum, bytes) => sum + bytes, 0);
    return total > limits.parserMemoryTotalBytesMax && residentBytes >= Math.max(...all);
  }

  /** The child with the least work. */
  function child() {
    return children.reduce((least, other) => (other.load < least.load ? other : least));
  }

  async function parse(o: ParsePages): Promise<readonly (PackedPage | null)[]> {
    const { pages, dialect, failuresLeft, signal } = o;
    if (pages.length === 0 || failuresLeft.count <= 0) return pages.map(() => null);
    const isKnown = pages.some((page) => failures.has({ kind: "parse", pages: [page], dialect }));
    const request: ChildRequest = { kind: "parse", pages, dialect };
    const answer = isKnown ? null : await child().ask(request, limits.parserBatchMs, signal);
    if (answer?.kind === "parsed") return splitPacked(answer.pages);
    if (pages.length === 1) {
      if (!isKnown) failuresLeft.count--;
      return [null];
    }
    // One page caused the failure. If the pages are parsed separately, only that page fails again.
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
    async readActive(page) {
      const answer = await child().ask({ ...page, kind: "read-active" }, limits.judgeMs);
      return answer?.kind === "active" ? answer.parts : null;
    },
    async readCode({ path, text }, signal) {
      if (text.length > limits.codeCharsMax) return null;
      const answer = await child().ask({ kind: "read-code", text, path }, limits.codeParseMs, signal);
      return answer?.kind === "read-code" && answer.code !== null ? { path, text, ...answer.code } : null;
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
