import { clientRedirect } from "./client-redirect.ts";
import { codeBlocksClosed } from "./code-closed.ts";
import { codeLanguages } from "./code-languages.ts";
import { embeddedData } from "./embedded-data.ts";
import { headingsInOrder } from "./headings-in-order.ts";
import { linkText } from "./link-text.ts";
import { noText } from "./no-text.ts";
import { brokenLinks, redirectedLinks } from "./page-links.ts";
import { pageSize } from "./page-size.ts";
import { tabHeadings } from "./tab-headings.ts";

/** The rules for pages, those that hide the most from agents first. */
export const pageRules = {
  "page-size": pageSize,
  "embedded-data": embeddedData,
  "no-text": noText,
  "client-redirect": clientRedirect,
  "code-closed": codeBlocksClosed,
  "broken-links": brokenLinks,
  "redirected-links": redirectedLinks,
  "tab-headings": tabHeadings,
  "headings-in-order": headingsInOrder,
  "code-languages": codeLanguages,
  "link-text": linkText,
} as const;

export type PageRuleName = keyof typeof pageRules;
export const pageRuleNames = Object.keys(pageRules) as readonly PageRuleName[];
