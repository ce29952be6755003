import { createMdastHandle, createMdxMdastHandle, dropHandle, MdastReader, serializeHandle } from "satteri";
import type { Syntax } from "../page.ts";

/** The node types of satteri 0.10 that are used here. `arena.test.ts` compares them with satteri's own table. */
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

/** Throws satteri's error for MDX that it cannot read. The message starts with `line:column: `. */
export function parseArena(text: string, syntax: Syntax, options: { math: boolean }): Arena {
  const features = options.math ? { math: true, frontmatter: false } : { frontmatter: false };
  const handle =
    syntax === "mdx" ? createMdxMdastHandle(text, features, true) : createMdastHandle(text, features, true);
  try {
    return new Arena(serializeHandle(handle), text);
  } finally {
    // Frees the parser's memory now. If this is left to garbage collection, parsing a site takes 50% longer.
    dropHandle(handle);
  }
}

/** The word offsets of header fields in satteri's wire format. `arena.test.ts` compares them with satteri's reader. */
const header = { structSize: 2, nodeCount: 3, nodesOffset: 4, typeDataOffset: 8 };
/** The word offsets of the fields of a node. */
const field = { type: 1, parent: 2, start: 3, end: 4, line: 5, dataOffset: 11 };

/**
 * A parsed document, read directly from satteri's buffer. satteri's own tree costs one object per node and three more
 * for positions, which would account for half of the time to open a large site. Even satteri's reader takes more time
 * than everything else here. Offsets are in UTF-16 code units and line numbers are 1-based; satteri converts them.
 * Nodes are numbered in document order, except for definitions, which come last.
 */
export class Arena {
  readonly count: number;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #stride: number;
  readonly #first: number;
  readonly #typeData: number;
  readonly #text: string;
  #reader: MdastReader | null = null;
  #isAscii: boolean | null = null;

  constructor(bytes: Uint8Array, text: string) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
    this.#bytes = bytes;
    this.#words = words;
    this.#text = text;
    this.count = words[header.nodeCount] ?? 0;
    this.#stride = (words[header.structSize] ?? 0) >> 2;
    this.#first = (words[header.nodesOffset] ?? 0) >> 2;
    this.#typeData = words[header.typeDataOffset] ?? 0;
  }

  #read(id: number, at: number): number {
    return this.#words[this.#first + id * this.#stride + at] ?? 0;
  }

  type(id: number): number {
    return this.#read(id, field.type) & 0xff;
  }

  parent(id: number): number {
    return this.#read(id, field.parent);
  }

  start(id: number): number {
    return this.#read(id, field.start);
  }

  end(id: number): number {
    return this.#read(id, field.end);
  }

  line(id: number): number {
    return this.#read(id, field.line);
  }

  /** The depth of a heading. */
  depth(id: number): number {
    return this.#bytes[this.#typeData + this.#read(id, field.dataOffset)] ?? 1;
  }

  /** The text or code, or the destination of a link, image or definition, with escapes resolved. */
  string(id: number): string {
    const at = this.#typeData + this.#read(id, field.dataOffset);
    const start = this.#uint32(at);
    const end = start + this.#uint32(at + 4);
    // The string table begins with the text itself. In ASCII text, its byte offsets are character offsets.
    if (end <= this.#text.length && this.#hasAsciiText()) return this.#text.slice(start, end);
    this.#reader ??= new MdastReader(this.#bytes);
    return this.#reader.getString(start, end - start);
  }

  #hasAsciiText(): boolean {
    this.#isAscii ??= Buffer.byteLength(this.#text) === this.#text.length;
    return this.#isAscii;
  }

  #uint32(at: number): number {
    const bytes = this.#bytes;
    return (
      ((bytes[at] ?? 0) |
        ((bytes[at + 1] ?? 0) << 8) |
        ((bytes[at + 2] ?? 0) << 16) |
        ((bytes[at + 3] ?? 0) << 24)) >>>
      0
    );
  }
}
