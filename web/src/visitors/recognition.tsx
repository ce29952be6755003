import { Tooltip } from "../ui/tooltip.tsx";
import type { WireRule } from "./wire.ts";

type Confidence = WireRule["confidence"];

/** Confidence levels with a label and an explanation, most certain first. */
const grades: readonly (readonly [Confidence, string, string])[] = [
  ["signed", "Signed", "Requests are signed by the operator."],
  ["ip_verified", "Verified", "Requests come from IP addresses that the operator publishes."],
  ["user_agent", "Claimed", "Identified by user agent only. The operator publishes no way to verify it."],
  ["heuristic", "Inferred", "Identified by its behavior only."],
  [
    "spoof_suspected",
    "Unverified",
    "Claims this name from IP addresses that the operator does not publish, so it counts neither as a person nor as an AI agent.",
  ],
];

/** Shows how confidently an agent was identified. */
export function Confidences({
  rules,
  isUnverified = false,
}: {
  readonly rules: readonly WireRule[];
  /** Whether the name is doubtful, even if the rules are not loaded. */
  readonly isUnverified?: boolean;
}) {
  return grades
    .filter(
      ([confidence]) =>
        (isUnverified && confidence === "spoof_suspected") ||
        rules.some((rule) => rule.confidence === confidence),
    )
    .map(([confidence, label, about]) => (
      <Tooltip key={confidence} text={about}>
        <span className={`flex-none rounded px-1 py-px text-xs ${toneOf(confidence)}`}>{label}</span>
      </Tooltip>
    ));
}

function toneOf(confidence: Confidence): string {
  if (confidence === "signed" || confidence === "ip_verified") return "bg-good-soft text-good";
  return confidence === "spoof_suspected" ? "bg-warn-soft text-warn" : "bg-sunken text-quiet";
}

/** Lists the rules that identified a bot. */
export function RuleNames({ rules }: { readonly rules: readonly WireRule[] }) {
  const names = [...new Set(rules.map(({ rule }) => rule))];
  if (names.length === 0) return null;
  return (
    <>
      {" · "}
      <span className="font-mono text-xs" title={names.join(", ")}>
        {names.slice(0, 2).join(", ")}
        {names.length > 2 ? ` +${names.length - 2}` : ""}
      </span>
    </>
  );
}
