import type { Classification, Client } from "../visitor-counts.ts";

/** What clients are called that nobody knows and that give themselves no name. */
export const unknownNames = {
  markdown_client: "Unknown Markdown client",
  mcp: "Unknown MCP client",
  bot: "Unknown bot",
} as const;

/** The rules after which a client goes by the name that its user agent begins with, which may be any. */
export const rulesOfOwnNames: readonly string[] = [
  ...["markdown:accept", "markdown:path", "mcp-header"],
  ...["bot:isbot", "bot:no-browser"],
];
const ownNameRules: ReadonlySet<string> = new Set(rulesOfOwnNames);

/** Whether a client goes by what it calls itself, and not by a name that our tables or libraries know. */
export const isNamedByItself = ({ rule }: Pick<Classification, "rule">): boolean => ownNameRules.has(rule);

/**
 * One client for all that are judged alike, for where there are too many to keep what each says of itself. There are as
 * many of these as there are agents and bots in our tables. Counts stay what they were: kind, category and the names of
 * known agents stay, and who the visitor is was told before.
 */
export function foldClient({ source, classification }: Client): Client {
  const { category, name } = classification;
  const shared =
    category === "mcp" || category === "markdown_client" ? unknownNames[category] : unknownNames.bot;
  return {
    source,
    userAgent: "",
    signals: folded,
    classification: { ...classification, name: isNamedByItself(classification) ? shared : name },
  };
}

/** Nothing is left of it that later rules could judge. */
export const isFolded = ({ signals }: Pick<Client, "signals">): boolean => signals === folded;

const folded = "folded";
