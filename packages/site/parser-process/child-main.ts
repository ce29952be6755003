import { type Dialect, dialects } from "../markdown/dialect.ts";
import type { PageContent } from "../markdown/page-content.ts";
import { parsePage } from "../markdown/parse-page.ts";
import { judgeMdx } from "./judge-mdx.ts";
import { packPages } from "./pack.ts";
import type { ChildAnswer, ChildRequest, ParseRequest } from "./protocol.ts";

// The other end of `createChild`: one request at a time, and the end with the one who asks.

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
 * With frames of this much stack below the native parser: what does not overflow it here does not in the process
 * that asks, where `Site.parse` looks at an edited page again.
 */
function parse({ text, parseAs }: ParseRequest, dialect: Dialect): PageContent {
  return withLessStack(1000, () => parsePage(text, parseAs, dialect));
}

function withLessStack<T>(frames: number, run: () => T): T {
  return frames === 0 ? run() : withLessStack(frames - 1, run);
}
