import type { MdxJudge } from "../checks/check.ts";
import type { PageContent, ParseAs } from "../markdown/parse-page.ts";

/**
 * A process of its own for what may crash or hang the one that asks: pages that are not `isOrdinary`, and the MDX
 * compiler. It starts when first needed, and again after a crash.
 */
export interface ParserProcess extends MdxJudge {
  /** Null where the page cannot be parsed within limits. Rejects only with the signal's reason. */
  parse(
    page: { text: string; parseAs: ParseAs; dialect: string },
    signal?: AbortSignal,
  ): Promise<PageContent | null>;
}
