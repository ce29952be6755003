import { createMdastHandle, createMdxMdastHandle, dropHandle, MdastReader, serializeHandle } from "satteri";
import type { Syntax } from "../page.ts";

/** The node types of satteri 0.10 that we look at; `arena.test.ts` compares them with its own table. */
export const node = {
  heading: 2,
  html: 7,
  code: 8,
  definition: 9,
  text: 10,
  inlineCode: 13,
  link: 15,
  image: 16,
  math: 27,
  inlineMath: 28,
  flowJsx: 100,
  textJsx: 101,
  flowExpression: 102,
  textExpression: 103,
  esm: 104,
} as const;

/**
 * A parsed document, read where it lies: satteri's own tree costs an object a node, and position objects three more,
 * which is half of the time that opening a large site takes. Offsets are UTF-16 and lines 1-based, as satteri
 * converts them. Nodes are numbered in the order of the document, but for definitions, which come last.
 */
export interface Arena {
  readonly count: number;
  type(id: number): number;
  parent(id: number): number;
  start(id: number): number;
  end(id: number): number;
  line(id: number): number;
  /** Depth of a heading. */
  depth(id: number): number;
  /** The value of a text, code, HTML, expression or import node, escapes resolved. */
  value(id: number): string;
  /** The destination of a link, image or definition, escapes resolved. */
  url(id: number): string;
  /** Name of a JSX element; "" for a fragment. */
  jsxName(id: number): string;
}

/** Throws what satteri throws on MDX that it cannot read: an Error whose message starts with `line:column: `. */
export function parseArena(text: string, syntax: Syntax, options: { math: boolean }): Arena {
  const features = options.math ? { math: true, frontmatter: false } : { frontmatter: false };
  const handle =
    syntax === "mdx" ? createMdxMdastHandle(text, features, true) : createMdastHandle(text, features, true);
  try {
    return readArena(serializeHandle(handle));
  } finally {
    // Gives the memory back to the parser's pool at once; left to the collector, parsing a site takes half as long again.
    dropHandle(handle);
  }
}

/** Offsets of the fields in a node of satteri's wire format, in 32-bit words. */
const field = { type: 1, parent: 2, start: 3, end: 4, line: 5, dataOffset: 11 };

function readArena(bytes: Uint8Array): Arena {
  const reader = new MdastReader(bytes);
  const { nodeCount, nodeStructSize, nodesOffset, typeDataOffset } = reader.header;
  const words = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset + nodesOffset,
    (nodeCount * nodeStructSize) / 4,
  );
  const stride = nodeStructSize / 4;
  const read = (id: number, at: number): number => words[id * stride + at] ?? 0;
  return {
    count: nodeCount,
    type: (id) => read(id, field.type) & 0xff,
    parent: (id) => read(id, field.parent),
    start: (id) => read(id, field.start),
    end: (id) => read(id, field.end),
    line: (id) => read(id, field.line),
    depth: (id) => bytes[typeDataOffset + read(id, field.dataOffset)] ?? 1,
    value: (id) => reader.fieldString(id, 0),
    url: (id) => reader.fieldString(id, 0),
    jsxName: (id) => reader.getMdxJsxElementName(id) ?? "",
  };
}
