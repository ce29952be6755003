import type { Classification, Reclassification, VisitorCounts } from "#counts";
import { isFolded } from "#counts";
import { limits } from "../limits.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Classifier } from "./classify/create-classifier.ts";

/** A part of a project's history, judged by today's rules. */
export interface ReclassifiedPart {
  /** Where to go on; null at the end. */
  readonly afterId: number | null;
  readonly clients: number;
  readonly moves: readonly Move[];
}

/** So many clients were one thing and are another; the same thing where only a name or a reason changed. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly clients: number;
}

/**
 * Judges the next clients of a project by today's rules, and stores what is different: with a client, all its events
 * change, past ones too; of a folded one nothing is left to judge. What stays as it was keeps the version of the rules that first said so, since each change
 * makes the store count anew. Doing it again, or going on after a crash, changes nothing more.
 */
export async function reclassify(
  { counts, classifier }: { counts: VisitorCounts; classifier: Pick<Classifier, "classifyAgain"> },
  projectId: ProjectId,
  { afterId, isRehearsal }: { afterId: number; isRehearsal: boolean },
): Promise<ReclassifiedPart> {
  const limit = limits.classify.reclassifyPageClients;
  const stored = await counts.listClients(projectId, { afterId, limit });
  const changes: Reclassification[] = [];
  const moves = new Map<string, Move>();
  for (const client of stored) {
    if (isFolded(client)) continue;
    const classification = classifier.classifyAgain(client);
    if (isSame(client.classification, classification)) continue;
    changes.push({ id: client.id, classification });
    const [from, to] = [nameOf(client.classification), nameOf(classification)];
    const clients = (moves.get(`${from}\n${to}`)?.clients ?? 0) + 1;
    moves.set(`${from}\n${to}`, { from, to, clients });
  }
  if (changes.length > 0 && !isRehearsal) await counts.reclassify(projectId, changes);
  const last = stored.at(-1);
  return {
    afterId: stored.length < limit || last === undefined ? null : last.id,
    clients: stored.length,
    moves: [...moves.values()],
  };
}

/** Apart from the version of the rules. */
function isSame(one: Classification, other: Classification): boolean {
  return JSON.stringify(toList(one)) === JSON.stringify(toList(other));
}

function toList({ kind, category, bot, name, operator, rule, confidence }: Classification): unknown[] {
  return [kind, category, bot, name, operator, rule, confidence];
}

/** `human`, `ai assistant`, `bot seo`; what is suspected says so. */
function nameOf({ kind, category, bot, confidence }: Classification): string {
  const name = [kind, category ?? bot].filter((part) => part !== null).join(" ");
  return confidence === "spoof_suspected" ? `${name} (spoof suspected)` : name;
}
