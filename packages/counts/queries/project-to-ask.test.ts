import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packEvents } from "../events/event-batch.ts";
import { createEventWriter } from "../events/event-writer.ts";
import { client, event, visitor } from "../test/support/counts-world.ts";
import type { Asked } from "./indexed-counts.ts";
import { openProjectToAsk } from "./project-to-ask.ts";
import { createCounts } from "./scan.ts";

const query = { fromMs: -Infinity, toMs: Infinity, pathPrefix: null };

/** All visitors, as the days that are not sealed have them by pages. */
function countPages({ live, names, facts }: Asked): number {
  const counts = createCounts(names.paths.length);
  live()?.table("path", names, facts).count({ day: 0, ms: 0 }, Infinity, counts);
  return counts.total.reduce((sum, count) => sum + count, 0);
}

test("an event that comes while a question is asked, of a client and a page not seen before, is counted by the next", () => {
  const root = mkdtempSync(join(tmpdir(), "docwright-to-ask-"));
  const project = openProjectToAsk(root, "p", () => undefined);
  const writer = createEventWriter({ root, onCommit: project.take });
  const append = (number: number) => {
    const one = event({
      ...{ visitor: visitor(number), path: `/page-${number}` },
      client: client("server", "human", `browser/${number}`),
    });
    writer.write("p", one.timestampMs, (events) => events.append([packEvents([one])], one.timestampMs));
  };
  try {
    append(1);
    expect(project.ask(query, countPages)).toBe(1);
    append(2);
    const meanwhile = project.ask(query, (asked) => {
      append(3);
      return countPages(asked);
    });
    expect(meanwhile).toBe(2);
    expect(project.ask(query, countPages)).toBe(3);
  } finally {
    writer.close();
    project.close();
    rmSync(root, { recursive: true, force: true });
  }
});
