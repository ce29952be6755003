import { useUrlState } from "../api/url-state.ts";
import { Segmented } from "../ui/segmented.tsx";
import { count } from "../ui/time.tsx";
import { Confidences, RuleNames } from "./recognition.tsx";
import { Table } from "./table.tsx";
import { type ReportQuery, useRules } from "./use-analytics.ts";
import type {
  WireAgents,
  WireBots,
  WireCategories,
  WireOperators,
  WireReferrers,
  WireRule,
  WireVisitors,
} from "./wire.ts";

type Page = WireVisitors["visitors"][number];
type Agent = WireAgents["agents"][number];
type Referrer = WireReferrers["referrers"][number];
type Bot = WireBots["bots"][number];

const words = (name: string) => name.replaceAll("_", " ");

const reasons: Readonly<Record<Bot["reason"], string>> = {
  bot: "bot",
  category_not_counted: "category not counted as AI",
  spoof_suspected: "unverified",
};

interface Counted {
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

const people = { name: "People", field: "human", cell: ({ human }: Counted) => count(human) };
const agents = { name: "AI", field: "ai", cell: ({ ai }: Counted) => count(ai) };
const total = { name: "Total", field: "total", cell: ({ total }: Counted) => count(total) };
const visitors = {
  name: "Visitors",
  field: "visitors",
  cell: (row: { readonly visitors: number }) => count(row.visitors),
};

const ratio = (value: number, of: number) => (of === 0 ? 0 : value / of);

/** Returns a function that computes a row's share of all visitors. */
function shareOf(kind: ReportQuery["kind"]) {
  const field = kind === "" ? "total" : kind;
  return (row: Counted, { totals }: { readonly totals: Counted }) => ratio(row[field], totals[field]);
}

export function Tables({
  report,
  onPrefix,
}: {
  readonly report: ReportQuery;
  readonly onPrefix: (prefix: string) => void;
}) {
  const { kind } = report;
  const query = { kind };
  const columns = kind === "" ? [people, agents, total] : kind === "human" ? [people] : [agents];
  const { data: rules = [] } = useRules(report.source);
  return (
    // Tables below one that is loading are hidden, because they move when its number of rows is known.
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-2 [&>:has([data-loading])~*]:invisible">
      <Table<WireVisitors, Page>
        id="pages"
        title="Pages"
        report={report}
        endpoint="visitors"
        query={query}
        rowsOf={({ visitors }) => visitors}
        keyOf={({ path }) => path}
        label={{
          name: "Page",
          field: "path",
          cell: ({ path }) => (
            <button
              type="button"
              title={`Filter by ${path}`}
              onClick={() => onPrefix(path)}
              className="block max-w-full truncate rounded hover:underline"
            >
              <bdi>{path}</bdi>
            </button>
          ),
        }}
        columns={columns}
        share={shareOf(kind)}
        empty="No visitors in this period"
      />
      {kind !== "human" && <Agents report={report} rules={rules} />}
      <Table<WireReferrers, Referrer>
        id="sites"
        title="Sources"
        report={report}
        endpoint="referrers"
        query={query}
        rowsOf={({ referrers }) => referrers}
        keyOf={({ referrer }) => referrer}
        label={{
          name: "Referrer",
          field: "referrer",
          cell: ({ referrer }) =>
            referrer === "" ? (
              <span className="text-quiet">Direct</span>
            ) : (
              <bdi className="block truncate">{referrer}</bdi>
            ),
        }}
        columns={columns}
        share={shareOf(kind)}
        empty="No visitors in this period"
      />
      {kind === "" && <ExcludedBots report={report} rules={rules} />}
    </div>
  );
}

const groupings = [
  ["agent", "Agent"],
  ["operator", "Operator"],
  ["category", "Category"],
] as const;

type AgentAnswer = WireAgents | WireOperators | WireCategories;
type AgentRow = (WireAgents["agents"] | WireOperators["operators"] | WireCategories["categories"])[number];

function Agents({ report, rules }: { readonly report: ReportQuery; readonly rules: readonly WireRule[] }) {
  const { params, change } = useUrlState();
  const groupBy = groupings.find(([id]) => id === params.get("by"))?.[0] ?? "agent";
  return (
    <Table<AgentAnswer, AgentRow>
      id="agents"
      title="AI agents"
      report={report}
      endpoint="agents"
      query={{ groupBy }}
      rowsOf={(answer) =>
        "agents" in answer ? answer.agents : "operators" in answer ? answer.operators : answer.categories
      }
      keyOf={(row) => JSON.stringify(row)}
      label={{
        name: groupings.find(([id]) => id === groupBy)?.[1] ?? "Agent",
        field: groupBy,
        cell: (row) =>
          "agent" in row ? (
            <AgentName row={row} rules={rules} />
          ) : (
            <bdi className="block truncate">
              {"operator" in row ? (row.operator ?? "Unknown") : words(row.category)}
            </bdi>
          ),
      }}
      columns={[{ name: "Views", field: "views", cell: (row) => count(row.views) }, visitors]}
      share={(row, { totals }) => ratio(row.visitors, totals.visitors)}
      empty="No AI agents in this period"
    >
      <Segmented
        small
        label="Group AI agents by"
        choices={groupings}
        value={groupBy}
        onChange={(by) => change({ by: by === "agent" ? null : by, "agents-at": null })}
      />
    </Table>
  );
}

function AgentName({ row, rules }: { readonly row: Agent; readonly rules: readonly WireRule[] }) {
  const { agent, operator, category } = row;
  const own = rules.filter(
    ({ name, sort, confidence }) => name === agent && sort === category && confidence !== "spoof_suspected",
  );
  return (
    <div className="py-0.5">
      <div className="flex min-w-0 items-center gap-1.5">
        <bdi className="truncate">{agent}</bdi>
        <Confidences rules={own} />
      </div>
      <p className="truncate text-xs text-quiet">
        <bdi>{operator ?? "Unknown"}</bdi> · {words(category)}
      </p>
    </div>
  );
}

function ExcludedBots({
  report,
  rules,
}: {
  readonly report: ReportQuery;
  readonly rules: readonly WireRule[];
}) {
  return (
    <Table<WireBots, Bot>
      id="left-out"
      title="Excluded bots"
      report={report}
      endpoint="bots"
      rowsOf={({ bots }) => bots}
      keyOf={({ kind, name, reason }) => `${kind} ${name} ${reason}`}
      label={{
        name: "Bot",
        field: "name",
        cell: (row) => (
          <div className="py-0.5">
            <bdi className="block truncate">{row.name}</bdi>
            <p className="truncate text-xs text-quiet">
              {words(row.kind)} · {reasons[row.reason]}
              <RuleNames rules={rulesOf(row, rules)} />
            </p>
          </div>
        ),
      }}
      columns={[{ name: "Requests", field: "events", cell: ({ events }) => count(events) }]}
      share={(row, { bots }) => ratio(row.events, Math.max(...bots.map(({ events }) => events)))}
      empty="No excluded bots"
    />
  );
}

function rulesOf({ kind, name, reason }: Bot, rules: readonly WireRule[]): readonly WireRule[] {
  return rules.filter(
    (rule) =>
      rule.sort === kind &&
      rule.name === name &&
      (rule.confidence === "spoof_suspected") === (reason === "spoof_suspected"),
  );
}
