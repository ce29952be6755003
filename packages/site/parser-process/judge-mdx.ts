import type { MdxVerdict } from "../checks/check.ts";
import { node, parseArena } from "../markdown/arena.ts";
import type { Dialect } from "../markdown/dialect.ts";
import { disguiseForMdx } from "../markdown/disguise.ts";
import { findFrontmatter } from "../markdown/frontmatter.ts";

/**
 * Compiles a page's MDX with the reference compiler and returns null if it succeeds. Nothing is evaluated. Frontmatter
 * is removed, since the compiler doesn't support it. If the page does not compile as it is, syntax that sites accept
 * beyond MDX (heading IDs, math) is disguised.
 */
export async function judgeMdx(text: string, dialect: Dialect): Promise<MdxVerdict> {
  const body = withoutFrontmatter(text);
  const first = await compileFailure(body);
  if (first === null) return null;
  for (const disguised of disguises(body, dialect)) {
    if (disguised !== body && (await compileFailure(disguised)) === null) return null;
  }
  return first;
}

/** Keeps line endings, so that line numbers match the page. */
function withoutFrontmatter(text: string): string {
  const found = findFrontmatter(text);
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (found === null) return text.slice(start);
  const { block } = found;
  return text.slice(block.start, block.end).replace(/[^\r\n]/g, "") + text.slice(block.end);
}

function* disguises(body: string, dialect: Dialect): Generator<string> {
  const plain = dialect.headingIds ? disguiseForMdx(body) : body;
  yield plain;
  if (body.includes("$")) yield withoutMath(plain);
}

function withoutMath(body: string): string {
  try {
    const arena = parseArena(body, "mdx", { math: true });
    let result = "";
    let at = 0;
    for (let id = 1; id < arena.count; id++) {
      if (arena.type(id) !== node.math && arena.type(id) !== node.inlineMath) continue;
      const start = Math.max(at, arena.start(id));
      result += body.slice(at, start) + body.slice(start, arena.end(id)).replace(/[^\r\n>]/g, " ");
      at = Math.max(at, arena.end(id));
    }
    return result + body.slice(at);
  } catch {
    return body;
  }
}

async function compileFailure(source: string): Promise<MdxVerdict> {
  // The compiler is imported here because a process that only parses pages does not need its forty modules.
  const { compile } = await import("@mdx-js/mdx");
  try {
    // Keeping JSX skips the last step, which cannot fail.
    await compile(source, { format: "mdx", jsx: true });
    return null;
  } catch (error) {
    return { message: reasonOf(error), line: lineOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return "it is nested too deeply";
  const reason = typeof error === "object" && error !== null && "reason" in error ? error.reason : null;
  const text =
    typeof reason === "string" ? reason : error instanceof Error ? error.message : "it cannot be read";
  return (text.split("\n")[0] ?? text).slice(0, 500);
}

/** An error contains a point, a range (whose start is used), or only a position in its message, such as `(5:1-5:4)`. */
function lineOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null) return null;
  if ("line" in error && typeof error.line === "number") return error.line;
  const text = error instanceof Error ? error.message : "";
  const written = /\((\d{1,9}):\d+-\d+:\d+\)/.exec(text)?.[1];
  return written === undefined ? null : Number(written);
}
