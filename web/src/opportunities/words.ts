import { count, plural } from "../ui/time.tsx";
import type { WireOpportunity } from "./queries.ts";

/** The evidence of any kind of opportunity. Each kind has some of these fields. */
export interface Evidence {
  readonly path?: string;
  readonly suggestion?: { readonly path: string; readonly reason: string };
  readonly referrers?: readonly {
    readonly referrer: string;
    readonly human: number;
    readonly ai: number;
    readonly total: number;
  }[];
  readonly thumbsUp?: number;
  readonly thumbsDown?: number;
  readonly comments?: readonly string[];
  readonly searchQuery?: string | null;
}

interface Kind {
  readonly id: string;
  /** The badge. */
  readonly label: string;
  /** The choice in the filter. */
  readonly plural: string;
  /** What `total` counts: one and many. */
  readonly unit: readonly [string, string];
}

export const kinds: readonly Kind[] = [
  { id: "redirect", label: "Redirect", plural: "Redirects", unit: ["visitor", "visitors"] },
  { id: "feedback", label: "Feedback", plural: "Feedback", unit: ["vote", "votes"] },
  { id: "search", label: "Search", plural: "Searches", unit: ["search", "searches"] },
];

export const kindOf = (id: string): Kind =>
  kinds.find((kind) => kind.id === id) ?? { id, label: id, plural: id, unit: ["visitor", "visitors"] };

/** Says how a missing address differs from the suggested page. */
export const reasonsInWords: Readonly<Record<string, string>> = {
  redirect: "The site has a redirect",
  renamed: "The page was renamed",
  spelling: "The spelling differs",
  folder: "The folder differs",
};

/** `9 people and 5 AI agents`; the kind without visitors is omitted. */
export function visitorsInWords({ people, agents }: { readonly people: number; readonly agents: number }) {
  const parts = [
    ...(people > 0 ? [plural(people, "person", "people")] : []),
    ...(agents > 0 ? [plural(agents, "AI agent")] : []),
  ];
  return parts.length === 0 ? "Nobody" : parts.join(" and ");
}

/** The evidence in a line of text. */
export function evidenceInWords(
  opportunity: Pick<WireOpportunity, "kind" | "people" | "agents" | "total">,
  evidence: Evidence,
): string {
  const { kind, total } = opportunity;
  if (kind === "redirect") {
    const from = evidence.referrers?.[0]?.referrer;
    const reason = reasonsInWords[evidence.suggestion?.reason ?? ""];
    return [
      `${visitorsInWords(opportunity)} got a 404${from === undefined ? "" : `, mostly from ${from}`}`,
      ...(reason === undefined ? [] : [reason]),
    ].join(" · ");
  }
  if (kind === "feedback") {
    const { thumbsUp = 0, thumbsDown = 0, comments = [] } = evidence;
    return [
      `${count(thumbsDown)} of ${plural(thumbsUp + thumbsDown, "vote")} negative`,
      ...(comments.length === 0 ? [] : [plural(comments.length, "comment")]),
    ].join(" · ");
  }
  if (kind === "search") return `${plural(total, "search", "searches")}, no result opened`;
  return visitorsInWords(opportunity);
}
