import { useRef, useSyncExternalStore } from "react";
import type { WireChanges } from "../../../src/http/wire/changes.ts";
import type { WireJob } from "../../../src/http/wire/job.ts";
import { Card, Empty } from "../ui/card.tsx";
import { count, plural, Time } from "../ui/time.tsx";
import { Details } from "./details.tsx";
import { FileChange } from "./file-change.tsx";
import { FileTree } from "./file-tree.tsx";
import { useViewed } from "./viewed.ts";

type Layout = "unified" | "split";

const key = "docwright.diff";
const wide = "(min-width: 64rem)";

/** Shows a job's changes: first the diff, with its files at the side, then the description and the commits. */
export function Changes({
  projectId,
  job,
  changes,
  mayWork,
}: {
  readonly projectId: string;
  readonly job: WireJob;
  readonly changes: WireChanges;
  readonly mayWork: boolean;
}) {
  const [layout, setLayout] = useLayout();
  const { isViewed, mark } = useViewed(job.id);
  const list = useRef<HTMLDivElement>(null);
  /** Opens a file and scrolls to it. */
  const show = (index: number) => {
    const file = list.current?.querySelectorAll("details[data-file]")[index];
    if (!(file instanceof HTMLDetailsElement)) return;
    file.open = true;
    file.scrollIntoView({ block: "start" });
    file.querySelector("summary")?.focus({ preventScroll: true });
  };
  const { files, fileCount, remark, commits, commitCount, pullRequest } = changes;
  if (fileCount === 0)
    return (
      <Empty title="No changes">
        {job.status === "active"
          ? "Changes appear here once the agent commits them."
          : "The agent found nothing to change."}
      </Empty>
    );
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  const viewedCount = files.filter(isViewed).length;
  return (
    <div className="grid min-w-0 gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <div className="grid min-w-0 content-start gap-4 max-lg:order-last lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto">
        <div className="max-lg:hidden">
          <FileTree files={files} isViewed={isViewed} onChoose={show} />
        </div>
        <Details job={job} changes={changes} mayWork={mayWork} />
      </div>
      <div className="grid min-w-0 content-start gap-6">
        <section aria-label="Files" className="min-w-0">
          <div className="mb-3 flex flex-wrap items-center gap-3">
            <h2>{plural(fileCount, "file")}</h2>
            <span className="font-mono text-sm">
              <span className="text-good">+{count(additions)}</span>{" "}
              <span className="text-bad">−{count(deletions)}</span>
            </span>
            {viewedCount > 0 && (
              <span className="text-sm text-quiet">
                {count(viewedCount)} of {count(files.length)} viewed
              </span>
            )}
            <fieldset className="ml-auto flex gap-0.5 rounded-control bg-sunken p-0.5">
              <legend className="sr-only">Diff layout</legend>
              {(["unified", "split"] as const).map((value) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={layout === value}
                  onClick={() => setLayout(value)}
                  className={`h-7 rounded-[5px] px-2.5 text-sm ${layout === value ? "bg-chosen font-medium text-text shadow-card" : "text-quiet hover:text-text"}`}
                >
                  {value === "unified" ? "Unified" : "Side by side"}
                </button>
              ))}
            </fieldset>
          </div>
          <div ref={list} className="grid gap-3">
            {files.map((file, index) => (
              <FileChange
                key={file.path}
                projectId={projectId}
                jobId={job.id}
                file={file}
                isSplit={layout === "split"}
                isOpen={index < 20 && file.lineCount <= 400}
                isViewed={isViewed(file)}
                onViewed={(viewed) => mark(file, viewed)}
              />
            ))}
          </div>
          {fileCount > files.length && (
            <p className="mt-3 text-sm text-quiet">
              {plural(fileCount - files.length, "more file", "more files")} not shown.
            </p>
          )}
          {remark !== null && <p className="mt-3 text-sm text-quiet">{remark}</p>}
        </section>
        {pullRequest !== null && (
          <Card label="Description" className="px-5 py-4">
            <h2 className="sr-only">Description</h2>
            {/* The service renders this from Markdown and escapes all HTML; the page's policy blocks scripts. */}
            <div className="prose" dangerouslySetInnerHTML={{ __html: pullRequest.bodyHtml }} />
          </Card>
        )}
        <Card label="Commits" className="px-5 py-4">
          <h2 className="mb-2 text-sm">{plural(commitCount, "commit")}</h2>
          <ol className="grid gap-1.5">
            {commits.map(({ sha, subject, authorName, at }) => (
              <li key={sha} className="flex min-w-0 items-baseline gap-3 text-sm">
                <code className="flex-none font-mono text-xs text-quiet">{sha.slice(0, 8)}</code>
                <bdi className="min-w-0 flex-1 truncate">{subject}</bdi>
                <span className="flex-none text-quiet max-sm:hidden">
                  <bdi>{authorName}</bdi>, <Time at={at} />
                </span>
              </li>
            ))}
          </ol>
        </Card>
      </div>
    </div>
  );
}

const listeners = new Set<() => void>();
let chosen: Layout | null = null;

/** Returns the reader's last choice or, by default, side by side if the window is wide enough. */
function useLayout(): readonly [Layout, (layout: Layout) => void] {
  const layout = useSyncExternalStore(listen, readLayout);
  return [
    layout,
    (next) => {
      chosen = next;
      try {
        localStorage.setItem(key, next);
      } catch {
        // If storage is disabled, the choice lasts until the page is closed.
      }
      for (const listener of listeners) listener();
    },
  ];
}

function readLayout(): Layout {
  if (chosen !== null) return chosen;
  try {
    const stored = localStorage.getItem(key);
    if (stored === "unified" || stored === "split") return stored;
  } catch {
    // Storage may be disabled.
  }
  return matchMedia(wide).matches ? "split" : "unified";
}

function listen(changed: () => void): () => void {
  const media = matchMedia(wide);
  listeners.add(changed);
  media.addEventListener("change", changed);
  return () => {
    listeners.delete(changed);
    media.removeEventListener("change", changed);
  };
}
