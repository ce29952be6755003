import { unescapeText } from "../markdown/unescape.ts";
import { counted, type ReadinessPageRule } from "./rule.ts";

/** Only texts that say nothing count. “Learn more” on a card, or “this guide”, depends on the text around it. */
const saysNothing = /^(?:click )?here$|^this(?: link)?$/iu;

export const linkText: ReadinessPageRule = {
  reason: "Agents choose which links to follow by their text.",
  title: (at, count) =>
    `${counted(count, "link")} on ${at} ${count === 1 ? "doesn't" : "don't"} say where ${count === 1 ? "it leads" : "they lead"}`,
  instruction: (at) =>
    `On the page ${at}, reword the links whose text is “here” or “this”, so that each text says where the link leads. Change nothing else.`,
  check(page) {
    const found = page.links.filter(({ kind, label, href }) => {
      // The address of a section says where it leads.
      if (kind !== "link" || label === null || href === "" || href.startsWith("#")) return false;
      const text = page.text.slice(label.start, Math.min(label.end, label.start + textCharsMax));
      return saysNothing.test(
        unescapeText(text)
          .replace(/[*_`.:!,]/gu, "")
          .trim(),
      );
    });
    const [first] = found;
    return first === undefined ? null : { count: found.length, line: first.line };
  },
};

const textCharsMax = 40;
