import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialects } from "../markdown/dialect.ts";
import { parsePage } from "../markdown/parse-page.ts";
import { headOfPacked, packPages, splitPacked, unpackPage } from "./pack.ts";

describe("packing", () => {
  it("is reversible for any batch of pages", () => {
    const piece = fc.constantFrom(
      "---\ntitle: x\n---\n",
      "# A {#id}\n",
      "## B `c`\n",
      "[l](/x) ",
      "[m](<a b>) ",
      "[n](a\\)b) ",
      "![i](j.png)\n",
      "<A href='/q' id=\"k\">\n\n",
      "</A>\n\n",
      "import X from '/s.mdx'\n\n",
      "{1 2}",
      "<A b={c} href={d} />",
      "\n\n",
      "`code` ",
      "😀 ",
      "text ",
      "[r]: /z\n",
      "https://e.com ",
      "\ufeff",
    );
    const text = fc.array(piece, { maxLength: 15 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
        const pages = texts.map((text) => parsePage(text, "mdx", dialects.docusaurus));
        const packed = splitPacked(packPages(pages));
        expect(packed).toHaveLength(pages.length);
        packed.forEach((packedPage, index) => {
          const page = pages[index];
          expect(unpackPage(packedPage, texts[index] ?? "")).toEqual(page);
          expect(headOfPacked(packedPage)).toEqual({
            isMdx: page?.syntax === "mdx",
            hasProblem: page?.problem !== null,
            objects:
              (page?.headings.length ?? 0) + (page?.links.length ?? 0) + (page?.attributes.length ?? 0),
            imports: page?.links.filter((link) => link.kind === "import").length,
          });
        });
      }),
      { numRuns: 500 },
    );
  });
});
