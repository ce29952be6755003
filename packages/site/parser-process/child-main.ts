import { partsOfText } from "../active/parts-of-text.ts";
import { type Dialect, dialectNamed } from "../markdown/dialect.ts";
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
  if (request.kind === "read-code") {
    // The module is imported here because most sites have no configuration in code.
    const { readCode } = await import("./read-code.ts");
    return { kind: "read-code", code: readCode(request.text, request.path) };
  }
  const dialect = dialectNamed(request.dialect);
  if (request.kind === "judge") return { kind: "judged", verdict: await judgeMdx(request.text, dialect) };
  if (request.kind === "read-active") return { kind: "active", parts: await partsOfText(request) };
  return { kind: "parsed", pages: packPages(request.pages.map((page) => parse(page, dialect))) };
}

/**
 * Parses with 1,000 extra stack frames below the native parser. Text that does not overflow the stack here will not
 * overflow it in the parent process either, where `Site.parse` parses edited pages.
 */
function parse({ text, parseAs }: ParseRequest, dialect: Dialect): PageContent {
  return withLessStack(1000, () => parsePage(text, parseAs, dialect));
}

function withLessStack<T>(frames: number, run: () => T): T {
  return frames === 0 ? run() : withLessStack(frames - 1, run);
}
