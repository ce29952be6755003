import { type Dialect, dialects } from "../markdown/dialect.ts";
import type { PageContent } from "../markdown/page-content.ts";
import { parsePage } from "../markdown/parse-page.ts";
import { judgeMdx } from "./judge-mdx.ts";
import { packPages } from "./pack.ts";
import type { ChildAnswer, ChildRequest, ParseRequest } from "./protocol.ts";

// The child side of `createChild`: handles one request at a time, and exits when the parent disconnects.

process.on("message", (request: ChildRequest) => {
  void answer(request).then(send);
});
process.on("disconnect", () => process.exit());
send({ kind: "ready" });

function send(answer: ChildAnswer): void {
  process.send?.(answer);
}

async function answer(request: ChildRequest): Promise<ChildAnswer> {
  const dialect = dialectOf(request.dialect);
  if (request.kind === "judge") return { kind: "judged", verdict: await judgeMdx(request.text, dialect) };
  return { kind: "parsed", pages: packPages(request.pages.map((page) => parse(page, dialect))) };
}

function dialectOf(name: string): Dialect {
  return Object.values(dialects).find((dialect) => dialect.name === name) ?? dialects.common;
}

/**
 * Parses with this many extra stack frames below the native parser. Text that does not overflow the stack here will not
 * overflow it in the parent process either, where `Site.parse` parses edited pages.
 */
function parse({ text, parseAs }: ParseRequest, dialect: Dialect): PageContent {
  return withLessStack(1000, () => parsePage(text, parseAs, dialect));
}

function withLessStack<T>(frames: number, run: () => T): T {
  return frames === 0 ? run() : withLessStack(frames - 1, run);
}
