import type { Page } from "../page.ts";
import { firstTags } from "./page-tags.ts";
import { counted, type ReadinessPageRule } from "./rule.ts";

/** Headings that are the same in several tabs of one group, such as “Install” for each language. */
export const tabHeadings: ReadinessPageRule = {
  reason: "Agents get all tabs one after another, and can't tell sections with the same heading apart.",
  title: (at, count) =>
    `${counted(count, "heading")} on ${at} ${count === 1 ? "is" : "are"} the same in several tabs`,
  instruction: (at) =>
    `On the page ${at}, add the name of the tab to each heading that is the same in several tabs. Update the links to these headings. Change nothing else.`,
  check(page) {
    if (page.headings.length < repeatedMin || !/<tabs?\b/iu.test(page.text)) return null;
    let [count, line] = [0, null as number | null];
    for (const tabs of groupsOf(page)) {
      const seen = new Map<string, number>();
      for (const { text, line: at, tab } of headingsIn(page, tabs)) {
        const before = seen.get(text);
        if (before === undefined) seen.set(text, tab);
        else if (before !== tab) {
          count++;
          line ??= at;
        }
      }
    }
    return count < repeatedMin ? null : { count, line };
  },
};

/** A single repeated heading is hardly a problem. */
const repeatedMin = 2;

interface Tab {
  readonly start: number;
  readonly end: number;
}

function groupsOf(page: Page): readonly (readonly Tab[])[] {
  const groups: Tab[][] = [];
  const open: { readonly starts: number[] }[] = [];
  for (const { name, start, closing } of firstTags(page)) {
    const isGroup = name.toLowerCase() === "tabs";
    if (isGroup && !closing) open.push({ starts: [] });
    else if (isGroup) {
      const starts = open.pop()?.starts ?? [];
      groups.push(starts.map((from, i) => ({ start: from, end: starts[i + 1] ?? start })));
    } else if (!closing && /^tab(?:item)?$/iu.test(name)) open.at(-1)?.starts.push(start);
  }
  return groups.filter(({ length }) => length > 1);
}

function* headingsIn(
  page: Page,
  tabs: readonly Tab[],
): Generator<{ text: string; line: number; tab: number }> {
  let tab = 0;
  for (const { text, start, line } of page.headings) {
    while (tab < tabs.length && (tabs[tab]?.end ?? 0) <= start) tab++;
    const own = tabs[tab];
    if (own === undefined) return;
    if (own.start < start && text !== "") yield { text: text.toLowerCase(), line, tab };
  }
}
