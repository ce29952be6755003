import { type Command, InvalidArgumentError, Option } from "commander";
import { pause } from "../std/clock.ts";
import { readAttached } from "./attach.ts";
import { type Ended, readResult, showJob, showResult } from "./job-result.ts";
import type { EventRow, JobRow, Operations } from "./operations/index.ts";
import { print, printJson, say, table } from "./output.ts";
import { withOperations } from "./service.ts";
import { type TypedNames, underTypedNames } from "./typed-names.ts";

interface JobOptions {
  readonly data?: string;
  readonly json?: boolean;
}

interface CreateOptions extends JobOptions {
  readonly project: string;
  readonly title?: string;
  readonly ref?: string;
  readonly branch?: string;
  readonly model?: string;
  readonly draft?: boolean;
  readonly watch?: boolean;
  readonly attach?: readonly string[];
}

interface MessageOptions extends JobOptions {
  readonly attach?: readonly string[];
}

interface ListOptions extends JobOptions {
  readonly project: string;
  readonly status?: (typeof jobStatuses)[number];
  readonly search?: string;
  readonly limit: number;
}

export function addJob(program: Command): void {
  const job = program.command("job").description("create and follow jobs");
  withCommon(job.command("create").description("give the agent an instruction"))
    .requiredOption("--project <projectId>", "the project")
    .argument("<prompt>", "what to do, in plain words")
    .option("--title <title>", "a title (default: the prompt's first line)")
    .option("--ref <branch>", "the base branch (default: the project's)")
    .option("--branch <branch>", "the branch to push to (default: a new one)")
    .option("--model <provider/model>", "the model (default: the project's)")
    .option("--draft", "open the pull request as a draft")
    .option("--attach <file>", attachHelp, addFile)
    .option("--watch", "follow the job until it ends")
    .addHelpText(
      "after",
      '\nExample:\n  docwright job create --project prj_… "rename Acme Cloud to Acme Platform" --watch',
    )
    .action(create);
  withCommon(job.command("list").description("list a project's jobs, newest first"))
    .requiredOption("--project <projectId>", "the project")
    .addOption(new Option("--status <status>", "only jobs with this status").choices(jobStatuses))
    .option("--search <text>", "only jobs with this text in their title, branch or instruction")
    .addOption(
      new Option("--limit <jobs>", `how many jobs to list, at most ${listMax}`)
        .default(listed)
        .argParser(readLimit),
    )
    .addHelpText("after", "\nExample:\n  docwright job list --project prj_… --status failed")
    .action(list);
  withCommon(job.command("get").description("print a job")).argument("<job>", "the job's ID").action(get);
  withCommon(
    job
      .command("watch")
      .description("follow a job until it ends; exits 1 if it failed, 3 if it left work to do"),
  )
    .argument("<job>", "the job's ID")
    .action(watch);
  withCommon(
    job.command("message").description("send a follow-up; it continues on the same branch and pull request"),
  )
    .argument("<job>", "the job's ID")
    .argument("<prompt>", "what to do next, in plain words")
    .option("--attach <file>", attachHelp, addFile)
    .action(message);
  withCommon(job.command("diff").description("print the job's change as a unified diff"))
    .argument("<job>", "the job's ID")
    .action(diff);
  withCommon(job.command("cancel").description("stop an active job; pushed changes are kept"))
    .argument("<job>", "the job's ID")
    .action(cancel);
  withCommon(job.command("retry").description("run the last instruction of a failed job again"))
    .argument("<job>", "the job's ID")
    .action(retry);
  withCommon(job.command("archive").description("archive a job; an active job is canceled first"))
    .argument("<job>", "the job's ID")
    .action(archive);
  withCommon(job.command("unarchive").description("restore an archived job"))
    .argument("<job>", "the job's ID")
    .action(unarchive);
}

const attachHelp = "attach an image, a PDF or a text file (repeatable)";

function addFile(path: string, paths: readonly string[] = []): readonly string[] {
  return [...paths, path];
}

function withCommon(command: Command): Command {
  return command.option("--data <folder>", "the data folder").option("--json", "print JSON");
}

function run<T>(
  options: JobOptions,
  work: (operations: Operations) => Promise<T>,
  worker = false,
): Promise<T> {
  return withOperations({ data: options.data, worker }, work);
}

async function create(prompt: string, options: CreateOptions): Promise<void> {
  const { data: _data, json: _json, watch: follow, project: projectId, attach, ...fields } = options;
  const files = await readAttached(attach);
  const ended = await run(
    options,
    async (operations) => {
      const created = await underTypedNames(typedNames, () =>
        operations["job.create"]({ projectId, prompt, ...fields, ...files }),
      );
      return follow === true ? followToEnd(operations, created.id) : { job: created, result: null };
    },
    follow,
  );
  const { job, result } = ended;
  if (result === null) show(job, options);
  else showResult({ job, result }, options);
}

const typedNames: TypedNames = {
  prompt: "the prompt",
  title: "--title",
  ref: "--ref",
  branch: "--branch",
  model: "--model",
};

async function list(options: ListOptions): Promise<void> {
  const { data: _data, json, project: projectId, ...query } = options;
  const jobs = await run(options, (operations) => operations["job.list"]({ projectId, ...query }));
  if (json === true) return printJson(jobs);
  if (jobs.length === 0) return say("No matching jobs.");
  print(
    table([
      ["job", "status", "title", "pull request"],
      ...jobs.map(({ id, status, title, prLink }) => [id, status, inCell(title), prLink ?? ""]),
    ]),
  );
}

/** Shortens text to one table cell. */
function inCell(text: string): string {
  const line = text.replace(/\s+/gu, " ");
  return line.length <= cellCharsMax ? line : `${line.slice(0, cellCharsMax - 1)}…`;
}

const cellCharsMax = 60;
const jobStatuses = ["active", "completed", "failed", "archived"] as const;
const [listed, listMax] = [20, 100];

function readLimit(text: string): number {
  const limit = /^[1-9][0-9]*$/u.test(text) ? Number(text) : Infinity;
  if (limit > listMax) throw new InvalidArgumentError(`It must be a number from 1 to ${listMax}.`);
  return limit;
}

async function get(id: string, options: JobOptions): Promise<void> {
  const read = async (operations: Operations) => readResult(operations, await operations["job.get"]({ id }));
  showResult(await run(options, read), { ...options, setsExitCode: false });
}

async function watch(id: string, options: JobOptions): Promise<void> {
  showResult(await run(options, (operations) => followToEnd(operations, id), true), options);
}

async function followToEnd(operations: Operations, id: string): Promise<Ended> {
  return readResult(operations, await followJob(operations, id));
}

async function message(id: string, prompt: string, options: MessageOptions): Promise<void> {
  const files = await readAttached(options.attach);
  show(await run(options, (operations) => operations["job.message"]({ id, prompt, ...files })), options);
}

async function cancel(id: string, options: JobOptions): Promise<void> {
  show(await run(options, (operations) => operations["job.cancel"]({ id })), options);
}

async function retry(id: string, options: JobOptions): Promise<void> {
  show(await run(options, (operations) => operations["job.retry"]({ id })), options);
}

async function archive(id: string, options: JobOptions): Promise<void> {
  show(await run(options, (operations) => operations["job.archive"]({ id })), options);
}

async function unarchive(id: string, options: JobOptions): Promise<void> {
  show(await run(options, (operations) => operations["job.unarchive"]({ id })), options);
}

async function diff(id: string, options: JobOptions): Promise<void> {
  const text = await run(options, (operations) => operations["job.diff"]({ id }));
  if (options.json === true) return printJson({ diff: text });
  if (text === null) return say("The job has no changes yet.");
  process.stdout.write(text);
}

export function show(job: JobRow, { json }: JobOptions): void {
  if (json === true) printJson(job);
  else showJob(job);
}

const watchEveryMs = 250;
const eventsAtOnce = 1000;

/** Prints the job's events on standard error until it ends. */
export async function followJob(operations: Operations, id: string): Promise<JobRow> {
  let after = 0;
  for (;;) {
    // The job is read before its events, so that no event is missed. Later events are printed in the next round.
    const job = await operations["job.get"]({ id });
    const events = await operations["job.events"]({ id, after });
    for (const event of events) {
      const line = formatEvent(event);
      if (line !== null) say(line);
    }
    after = events.at(-1)?.seq ?? after;
    if (job.status !== "active" && events.length < eventsAtOnce) return job;
    await pause(watchEveryMs);
  }
}

function formatEvent({ type, data, at }: EventRow): string | null {
  const text = describeEvent(type, data);
  return text === null ? null : `${new Date(at).toISOString().slice(11, 19)}  ${text}`;
}

function describeEvent(type: string, data: EventRow["data"]): string | null {
  switch (type) {
    case "turn.started":
      return `Started from ${String(data.head ?? data.base).slice(0, 10)}`;
    case "turn.step": {
      const calls = (data.calls ?? []) as readonly { name: string; ok: boolean; text: string }[];
      return (
        calls
          .map(({ name, ok, text }) => `${ok ? name : `${name} (refused)`}: ${text}`)
          .join("\n          ") || null
      );
    }
    case "turn.retrying":
      return String(data.text).split("\n", 1)[0] ?? null;
    // The texts of these events tell the model what to do next, so they are not printed.
    case "turn.checks":
      return "The checks found problems that the base does not have";
    case "turn.policy":
      return "The change violates the policy";
    case "turn.pushed":
      return `Pushed ${String(data.commit).slice(0, 10)} to ${String(data.branch)}`;
    case "pull_request.opened":
      return `Opened pull request #${String(data.number)}`;
    case "pull_request.updated":
      return `Updated pull request #${String(data.number)}`;
    case "turn.failed":
      return `Failed: ${String(data.message)}`;
    default:
      return null;
  }
}
