import type { WireRule } from "./wire.ts";

type Confidence = WireRule["confidence"];

/** Confidence levels with a label and an explanation, most certain first. */
const grades: readonly (readonly [Confidence, string, string])[] = [
  ["signed", "Signed", "Requests are signed by the operator."],
  ["ip_verified", "Verified", "Requests come from IP addresses that the operator publishes."],
  ["user_agent", "Claimed", "Identified by user agent only. The operator publishes no way to verify it."],
  ["heuristic", "Inferred", "Identified by its behavior only."],
  ["spoof_suspected", "Unverified", "Claims this name from IP addresses that the operator does not publish."],
];

/** Shows how confidently an agent was identified. */
export function Confidences({ rules }: { readonly rules: readonly WireRule[] }) {
  return grades
    .filter(([confidence]) => rules.some((rule) => rule.confidence === confidence))
    .map(([confidence, label, about]) => (
      <span
        key={confidence}
        title={about}
        className={`rounded px-1 py-px text-xs ${confidence === "signed" || confidence === "ip_verified" ? "bg-good-soft text-good" : "bg-sunken text-quiet"}`}
      >
        {label}
      </span>
    ));
}

/** Lists the rules that identified a bot. */
export function RuleNames({ rules }: { readonly rules: readonly WireRule[] }) {
  const names = [...new Set(rules.map(({ rule }) => rule))];
  if (names.length === 0) return null;
  return (
    <>
      {" · "}
      <span className="font-mono" title={names.join(", ")}>
        {names.slice(0, 2).join(", ")}
        {names.length > 2 ? ` +${names.length - 2}` : ""}
      </span>
    </>
  );
}
