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

/** Throws what satteri throws on MDX that it cannot read: an Error whose message starts with `line:column: `. */
export function parseArena(text: string, syntax: Syntax, options: { math: boolean }): Arena {
  const features = options.math ? { math: true, frontmatter: false } : { frontmatter: false };
  const handle =
    syntax === "mdx" ? createMdxMdastHandle(text, features, true) : createMdastHandle(text, features, true);
  try {
    return new Arena(serializeHandle(handle), text);
  } finally {
    // Gives the memory back to the parser's pool at once; left to the collector, parsing a site takes half as long again.
    dropHandle(handle);
  }
}

/** Places of the header's fields in satteri's wire format, in 32-bit words; `arena.test.ts` compares them with its reader. */
const header = { structSize: 2, nodeCount: 3, nodesOffset: 4, typeDataOffset: 8 };
/** The same for the fields of a node. */
const field = { type: 1, parent: 2, start: 3, end: 4, line: 5, dataOffset: 11 };

/**
 * A parsed document, read where it lies: satteri's own tree costs an object a node, and position objects three more,
 * which is half of the time that opening a large site takes; even its reader costs more than the rest of this.
 * Offsets are UTF-16 and lines 1-based, as satteri converts them. Nodes are numbered in the order of the document,
 * but for definitions, which come last.
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

  /** Depth of a heading. */
  depth(id: number): number {
    return this.#bytes[this.#typeData + this.#read(id, field.dataOffset)] ?? 1;
  }

  /** The value of a text or code node, or the destination of a link, image or definition; escapes resolved. */
  string(id: number): string {
    const at = this.#typeData + this.#read(id, field.dataOffset);
    const start = this.#uint32(at);
    const end = start + this.#uint32(at + 4);
    // The text itself comes first in what strings are taken from; with ASCII its bytes are its characters.
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
