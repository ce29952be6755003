import { useMemo, useState } from "react";
import type { WireFile, WireLine } from "../../../src/http/wire/changes.ts";
import { ArrowIcon, ChevronIcon } from "../ui/icons.tsx";
import { count, plural } from "../ui/time.tsx";
import { type MarkedLine, markLines, toSplitRows } from "./diff-rows.ts";
import { Rendered } from "./rendered.tsx";
import { visible } from "./visible.ts";

const statusLabels = { added: "Added", deleted: "Deleted", modified: "", renamed: "Renamed" } as const;

/** A collapsible file with its name, the number of changed lines, and its diff. Collapsed files render no lines. */
export function FileChange({
  projectId,
  jobId,
  file,
  isSplit,
  isOpen,
  isViewed,
  onViewed,
}: {
  /** Null if pages can't be rendered for the reader. */
  readonly projectId: string | null;
  readonly jobId: string;
  readonly file: WireFile;
  readonly isSplit: boolean;
  readonly isOpen: boolean;
  readonly isViewed: boolean;
  readonly onViewed: (isViewed: boolean) => void;
}) {
  const [open, setOpen] = useState(isOpen && !isViewed);
  const [isRendered, setRendered] = useState(false);
  const { path, previousPath, status, additions, deletions } = file;
  const canRender =
    projectId !== null && /\.(?:md|mdx|markdown)$/iu.test(path) && !file.isBinary && file.lineCount > 0;
  return (
    <details
      data-file
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group min-w-0 overflow-clip rounded-card border border-line bg-card"
    >
      <summary className="sticky top-0 z-10 flex list-none items-center gap-2 bg-card px-3 py-2 max-lg:top-13 group-open:border-b group-open:border-line [&::-webkit-details-marker]:hidden">
        <ChevronIcon className="-rotate-90 text-quiet transition-transform group-open:rotate-0" />
        <span className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">
          {previousPath !== null && (
            <>
              <bdi className="text-quiet">{visible(previousPath)}</bdi>{" "}
              <ArrowIcon className="inline align-[-0.2em] text-quiet" />
              <span className="sr-only"> renamed to </span>{" "}
            </>
          )}
          <bdi>{visible(path)}</bdi>
        </span>
        {isViewed && <span className="text-xs text-good">Viewed</span>}
        {statusLabels[status] !== "" && <span className="text-xs text-quiet">{statusLabels[status]}</span>}
        <span className="font-mono text-xs whitespace-nowrap">
          <span className="text-good">+{count(additions)}</span>{" "}
          <span className="text-bad">−{count(deletions)}</span>
        </span>
      </summary>
      {open && (
        <div className="flex items-center justify-end gap-2 border-b border-line px-2 py-1">
          <label className="flex h-6 items-center gap-1.5 rounded-control px-2 text-xs text-quiet hover:bg-hover hover:text-text max-sm:h-11">
            <input
              type="checkbox"
              checked={isViewed}
              onChange={({ target: { checked } }) => {
                onViewed(checked);
                if (checked) setOpen(false);
              }}
              className="check size-3.5"
            />
            Viewed
          </label>
          {canRender && (
            <button
              type="button"
              aria-pressed={isRendered}
              onClick={() => setRendered((rendered) => !rendered)}
              className="h-6 rounded-control px-2 text-xs text-quiet hover:bg-hover hover:text-text"
            >
              {isRendered ? "Show diff" : "Show rendered"}
            </button>
          )}
        </div>
      )}
      {open &&
        (isRendered && projectId !== null ? (
          <Rendered projectId={projectId} jobId={jobId} path={path} isSplit={isSplit} />
        ) : (
          <Content file={file} isSplit={isSplit} />
        ))}
    </details>
  );
}

function Content({ file, isSplit }: { readonly file: WireFile; readonly isSplit: boolean }) {
  const lines = useMemo(() => markLines(file.lines), [file.lines]);
  if (file.isBinary) return <p className="px-4 py-3 text-sm text-quiet">Binary file not shown.</p>;
  if (file.lineCount === 0)
    return (
      <p className="px-4 py-3 text-sm text-quiet">
        {file.status === "renamed" ? "Renamed without changes." : "No lines changed."}
      </p>
    );
  const left = file.lineCount - file.lines.length;
  return (
    <>
      <table className="w-full table-fixed border-collapse font-mono text-xs leading-5">
        <caption className="sr-only">Changed lines of {visible(file.path)}</caption>
        {isSplit ? (
          <colgroup>
            <col className="w-10" />
            <col />
            <col className="w-10" />
            <col />
          </colgroup>
        ) : (
          <colgroup>
            <col className="w-10 max-sm:hidden" />
            <col className="w-10" />
            <col />
          </colgroup>
        )}
        <tbody>
          {isSplit ? (
            <Split lines={lines} />
          ) : (
            lines.map((line, index) => <Unified key={index} line={line} />)
          )}
        </tbody>
      </table>
      {left > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-quiet">
          {plural(left, "more line", "more lines")} not shown.
        </p>
      )}
    </>
  );
}

const backgrounds: Readonly<Record<WireLine["kind"], string>> = {
  context: "",
  added: "bg-good-soft",
  deleted: "bg-bad-soft",
  hunk: "bg-accent-soft text-quiet",
  note: "text-quiet italic",
};

const number = "select-none px-1.5 text-right align-top text-quiet";
const textCell = "pr-3 pl-5 align-top whitespace-pre-wrap wrap-anywhere relative";

function Unified({ line }: { readonly line: MarkedLine }) {
  return (
    <tr className={backgrounds[line.kind]}>
      <td className={`${number} max-sm:hidden`}>{line.before}</td>
      <td className={number}>
        {line.after ?? (line.kind === "deleted" ? <span className="sm:hidden">{line.before}</span> : null)}
      </td>
      <td className={textCell}>
        <Sign kind={line.kind} />
        <Text line={line} />
      </td>
    </tr>
  );
}

function Split({ lines }: { readonly lines: readonly MarkedLine[] }) {
  return toSplitRows(lines).map(({ left, right }, index) => {
    const line = left ?? right;
    if (line?.kind === "hunk" || line?.kind === "note")
      return (
        <tr key={index} className={backgrounds[line.kind]}>
          <td className={number} />
          <td colSpan={3} className={textCell}>
            <Text line={line} />
          </td>
        </tr>
      );
    return (
      <tr key={index}>
        <Side line={left} number={left?.before ?? null} />
        <Side line={right} number={right?.after ?? null} />
      </tr>
    );
  });
}

function Side({ line, number: at }: { readonly line: MarkedLine | null; readonly number: number | null }) {
  const background = line === null ? "bg-sunken" : backgrounds[line.kind];
  return (
    <>
      <td className={`${number} ${background}`}>{at}</td>
      <td className={`${textCell} ${background} border-r border-line last:border-r-0`}>
        {line !== null && (
          <>
            <Sign kind={line.kind} />
            <Text line={line} />
          </>
        )}
      </td>
    </>
  );
}

function Sign({ kind }: { readonly kind: WireLine["kind"] }) {
  if (kind !== "added" && kind !== "deleted") return null;
  return (
    <span className={`absolute left-1.5 select-none ${kind === "added" ? "text-good" : "text-bad"}`}>
      <span aria-hidden>{kind === "added" ? "+" : "−"}</span>
      <span className="sr-only">{kind}: </span>
    </span>
  );
}

function Text({ line }: { readonly line: MarkedLine }) {
  const { text, mark, kind } = line;
  const shown = text.endsWith("\r") ? text.slice(0, -1) : text;
  if (mark === null || mark[0] >= mark[1]) return <bdi>{visible(shown)}</bdi>;
  const background = kind === "added" ? "bg-good-strong" : "bg-bad-strong";
  return (
    <bdi>
      {visible(shown.slice(0, mark[0]))}
      <mark className={`rounded-xs text-inherit ${background}`}>
        {visible(shown.slice(mark[0], mark[1]))}
      </mark>
      {visible(shown.slice(mark[1]))}
    </bdi>
  );
}
