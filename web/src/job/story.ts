import type { WireEvent, WireMessage } from "../api/wire.ts";

/** One line of what happened, in words. */
export interface Step {
  readonly seq: number;
  readonly at: string;
  readonly text: string;
  /** What the tool or check said, where it says more. */
  readonly detail: string;
  readonly tone: "plain" | "good" | "bad";
}

/** What is shown below each other: what people and the agent said, and the work between. */
export type Entry =
  | { readonly kind: "message"; readonly message: WireMessage }
  | {
      readonly kind: "work";
      readonly turn: number;
      readonly at: string;
      readonly steps: readonly Step[];
      readonly isOver: boolean;
      readonly raw: readonly WireEvent[];
    }
  | { readonly kind: "note"; readonly step: Step };

/**
 * In the order in which things happened; of one moment, what was asked stands before the work and the answer after it.
 * What stands above it all already (`toldAbove`, why the job has failed) is not told again, as its last answer or a step.
 */
export function tellStory(
  { messages, events }: { readonly messages: readonly WireMessage[]; readonly events: readonly WireEvent[] },
  toldAbove: string | null,
): readonly Entry[] {
  const last = messages.at(-1);
  const isTold = last?.role === "agent" && last.text === toldAbove;
  const told = isTold ? messages.slice(0, -1) : messages;
  // Whichever comes first, the messages or the events.
  const answers = new Set([...messages.map(({ text }) => text), ...(toldAbove === null ? [] : [toldAbove])]);
  const entries = [
    ...told.map((message): Entry => ({ kind: "message", message })),
    ...entriesOf(events).map((entry) => withoutAnswers(entry, answers)),
  ];
  return entries.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)) || rankOf(a) - rankOf(b));
}

/** A step that failed says why, unless that is said as the answer. */
function withoutAnswers(entry: Entry, answers: ReadonlySet<string>): Entry {
  if (entry.kind !== "work") return entry;
  const steps = entry.steps.map((step) =>
    step.tone === "bad" && answers.has(step.detail) ? { ...step, detail: "" } : step,
  );
  return { ...entry, steps };
}

function entriesOf(events: readonly WireEvent[]): readonly Entry[] {
  const entries: Entry[] = [];
  let work: { turn: number; raw: WireEvent[] } | null = null;
  const end = (isOver: boolean) => {
    const first = work?.raw[0];
    if (work !== null && first !== undefined)
      entries.push({
        kind: "work",
        turn: work.turn,
        at: first.createdAt,
        steps: work.raw.flatMap(stepsOf),
        isOver,
        raw: work.raw,
      });
    work = null;
  };
  for (const event of events) {
    if (event.type === "turn.started") {
      end(true);
      work = { turn: Number(event.data.turn), raw: [event] };
    } else if (work !== null) {
      work.raw.push(event);
      if (event.type === "turn.completed" || event.type === "turn.failed" || event.type === "job.cancelled")
        end(true);
    } else if (event.type in notes) {
      entries.push(...stepsOf(event).map((step): Entry => ({ kind: "note", step })));
    }
  }
  end(false);
  return entries;
}

function timeOf(entry: Entry): string {
  if (entry.kind === "message") return entry.message.createdAt;
  return entry.kind === "work" ? entry.at : entry.step.at;
}

function rankOf(entry: Entry): number {
  if (entry.kind === "work") return 2;
  if (entry.kind === "note") return 4;
  return { user: 0, notice: 1, agent: 3 }[entry.message.role];
}

const notes: Partial<Readonly<Record<WireEvent["type"], string>>> = {
  "pull_request.merged": "Pull request merged",
  "pull_request.closed": "Pull request closed",
  "pull_request.reopened": "Pull request opened again",
  "job.archived": "Archived",
  "job.unarchived": "Taken out of the archive",
  "job.cancelled": "Cancelled",
};

/** What a tool does, as a person would say it. */
const tools: Readonly<Record<string, string>> = {
  list: "Looked at the files",
  search: "Searched",
  read: "Read",
  outline: "Read the outline",
  edit: "Edited",
  write: "Wrote",
  move_page: "Moved a page",
  delete_page: "Deleted a page",
  rename_term: "Renamed a term",
  fix_links: "Mended links",
  set_frontmatter: "Set frontmatter",
  edit_nav: "Edited the navigation",
  add_redirect: "Added a redirect",
  check: "Ran the checks",
  diff: "Looked at the changes",
};

interface ToolCall {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
}

function stepsOf(event: WireEvent): readonly Step[] {
  const { seq, type, data, createdAt: at } = event;
  const step = (text: string, detail = "", tone: Step["tone"] = "plain"): Step => ({
    seq,
    at,
    text,
    detail,
    tone,
  });
  const text = (name: string) => (typeof data[name] === "string" ? data[name] : "");
  const number = (name: string) => (typeof data[name] === "number" ? data[name] : 0);
  switch (type) {
    case "turn.started":
      return [step(`Started from commit ${(text("head") || text("base")).slice(0, 8)}`)];
    case "turn.resumed":
      return [step("Went on after an interruption")];
    case "turn.step": {
      const calls = Array.isArray(data.calls) ? (data.calls as readonly ToolCall[]) : [];
      const said = text("text").trim();
      return [
        ...(said === "" ? [] : [step(said)]),
        ...calls
          .filter(({ name }) => name !== "finish")
          .map((call) => step(tools[call.name] ?? call.name, call.text, call.ok ? "plain" : "bad")),
      ];
    }
    case "turn.retrying":
      return [step(text("text"))];
    case "turn.checks":
      return [step("The checks found problems: mending them", rest(text("text")), "bad")];
    case "turn.policy":
      return [step("The policy does not allow this change: trying another way", rest(text("text")), "bad")];
    case "turn.feedback":
      return [step("Was told to go on differently", text("text"))];
    case "turn.compacted":
      return [step("Shortened its notes to go on")];
    case "turn.pushed":
      return [step("Pushed", `${text("branch")} at ${text("commit").slice(0, 8)}`)];
    case "pull_request.opened":
      return [step(`Opened pull request #${number("number")}`, "", "good")];
    case "pull_request.updated":
      return [step(`Updated pull request #${number("number")}`, "", "good")];
    case "turn.completed":
      return [step("Done", "", "good")];
    case "turn.failed":
      return [step("Failed", text("message"), "bad")];
    default: {
      const note = notes[type];
      return note === undefined ? [] : [step(note, "", type === "pull_request.merged" ? "good" : "plain")];
    }
  }
}

/** Without its first line, which says what the step says. */
function rest(text: string): string {
  const end = text.indexOf("\n");
  return end === -1 ? text : text.slice(end + 1);
}
