import { limits } from "../../../../limits.ts";
import type { BumpVersion } from "../instruction.ts";
import { findScope, scopeWords } from "./names.ts";
import { noteLines } from "./notes.ts";
import { bounded, counted, quote } from "./words.ts";
import { CannotDo, call, type Outcome, type Work } from "./work.ts";

export function* bumpVersion({ from, to, product, scope }: BumpVersion): Work<Outcome> {
  for (const version of from === null ? [to] : [from, to]) refuseUnclear(version);
  const max = limits.tools.termCharsMax;
  const paths = yield* findScope(scope);
  const report = yield* call("bump_version", {
    to,
    ...(from === null ? {} : { from }),
    ...(product === null ? {} : { product: bounded(product, { max, what: "A product's name" }) }),
    ...(paths === undefined ? {} : { in: [...paths] }),
  });
  const where = scopeWords(scope, paths);
  const ofProduct = product === null ? "" : ` of ${product}`;
  const title = `Bump the version${ofProduct} from ${report.from} to ${report.to}`;
  const notes = noteLines(report.notes);
  if (report.count === 0) {
    return {
      changed: false,
      title,
      summary: `Version ${report.from}${product === null ? "" : ` of ${quote(product)}`} was not found ${where}.`,
      notes,
    };
  }
  const summary = `Changed version ${report.from}${product === null ? "" : ` of ${quote(product)}`} to ${report.to} ${where}: ${counted(report.count, "place")} on ${counted(report.pages.length, "page")}.`;
  return { changed: true, title, summary, notes };
}

/** A lone number has too many meanings, and 1.4.x is not a single version. */
function refuseUnclear(version: string): void {
  const parts = version.replace(/^v/iu, "").split(/[-+]/u, 1)[0]?.split(".") ?? [];
  const clear = parts.length >= 2 && parts.length <= 4 && parts.every((part) => /^\d+$/u.test(part));
  if (!clear || version.length > limits.tools.versionCharsMax) {
    throw new CannotDo(`${quote(version)} is not clearly a version. Write it like 1.4.2 or v2.0.`);
  }
}
