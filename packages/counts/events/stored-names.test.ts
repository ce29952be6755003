import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNames } from "./names.ts";
import { openProjectFile, type ProjectFile } from "./project-file.ts";
import { openPaths, openReferrers } from "./stored-names.ts";

let folder: string;
let file: ProjectFile;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "docwright-stored-names-"));
  file = openProjectFile(join(folder, "project.sqlite"));
});
afterAll(() => {
  file.close();
  rmSync(folder, { recursive: true });
});

test("if there is no room, a page counts as another page of the nearest known folder, even after reopening", () => {
  // The page and the two folders above it: three rows of five.
  const bounds = { rowsMax: 5, charsMax: 1000 };
  const paths = openPaths(file.db, bounds);
  const start = paths.intern("/guide/start");
  paths.intern("/guide/next");
  paths.intern("/faq");
  const nameOf = (id: number) => createNames(file.db).read().paths[id];
  const wanted = {
    "/guide/start": "/guide/start",
    "/guide/made/up": "/guide/(other pages)",
    "/guide/up": "/guide/(other pages)",
    "/guide/start/below": "/guide/start/(other pages)",
    "/made/up": "/(other pages)",
    "/up": "/(other pages)",
    "/faq": "/faq",
  };
  for (const open of [() => paths, () => openPaths(file.db, bounds)]) {
    const again = open();
    const got = Object.keys(wanted).map((path) => [path, nameOf(again.intern(path))]);
    expect(Object.fromEntries(got)).toEqual(wanted);
    expect(again.find("/guide/start")).toBe(start);
    expect(again.find("/guide/else")).toBe(again.find("/guide/made/up"));
  }
  const { paths: all, parents } = createNames(file.db).read();
  expect(parents[all.indexOf("/guide/(other pages)")]).toBe(all.indexOf("/guide"));
});

test("the total number of characters is limited, too", () => {
  const referrers = openReferrers(file.db, { rowsMax: 1000, charsMax: 40 });
  const ids = ["a".repeat(30), "b".repeat(20), "c", "d", "b".repeat(20)].map((name) =>
    referrers.intern(name),
  );
  const { referrers: all } = createNames(file.db).read();
  expect(ids.map((id) => all[id])).toEqual([
    ...["a".repeat(30), "b".repeat(20), "(other sites)", "(other sites)", "b".repeat(20)],
  ]);
});
