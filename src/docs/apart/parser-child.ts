import { type Dialect, dialects } from "../markdown/dialect.ts";
import { parsePage } from "../markdown/parse-page.ts";
import { judgeMdx } from "./judge-mdx.ts";
import type { ChildAnswer, ChildRequest } from "./parser-process.ts";

// The other end of `createParserProcess`: one request at a time, and the end with the one who asks.

process.on("message", (request: ChildRequest) => {
  void answer(request).then((result) => process.send?.(result));
});
process.on("disconnect", () => process.exit());

async function answer(request: ChildRequest): Promise<ChildAnswer> {
  const dialect = dialectOf(request.dialect);
  if (request.kind === "judge") return { kind: "judged", verdict: await judgeMdx(request.text, dialect) };
  const { text: _, ...content } = withLessStack(roomFrames, () =>
    parsePage(request.text, request.parseAs, dialect),
  );
  return { kind: "parsed", content };
}

function dialectOf(name: string): Dialect {
  return Object.values(dialects).find((dialect) => dialect.name === name) ?? dialects.common;
}

/**
 * Frames of this much stack lie below the native parser here: what does not overflow it here does not in the process
 * that asks, where `Site.parse` looks at an edited page again.
 */
const roomFrames = 4000;

function withLessStack<T>(frames: number, run: () => T): T {
  return frames === 0 ? run() : withLessStack(frames - 1, run);
}
