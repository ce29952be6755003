import { counted, type ReadinessPageRule } from "./rule.ts";

/** Only levels skipped between two headings count: many frameworks print a page's title, at a level of their choice. */
export const headingsInOrder: ReadinessPageRule = {
  reason:
    "Agents split a page at its headings; a skipped level separates a section from the one it belongs to.",
  title: (at, count) => `${at} skips heading levels in ${counted(count, "place")}`,
  instruction: (at) =>
    `On the page ${at}, correct the levels of the headings so that no level is skipped. Change nothing else.`,
  check(page) {
    // A callout or a card can have its own small heading.
    const headings = page.headings.filter(({ start }) => isAtMargin(page.text, start));
    const skipped = headings.filter(({ depth }, i) => depth > (headings[i - 1]?.depth ?? depth) + 1);
    const [first] = skipped;
    return first === undefined ? null : { count: skipped.length, line: first.line };
  },
};

const isAtMargin = (text: string, start: number): boolean => start === 0 || text[start - 1] === "\n";
