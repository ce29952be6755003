import { HostError, type PullRequestAdditions } from "./code-host.ts";
import type { RemoteDriver } from "./remote-driver.ts";

/**
 * Adds labels and reviewers. A rejected label or reviewer must not make the pull request fail, so a message is returned
 * for each.
 */
export async function addToPullRequest(
  driver: RemoteDriver,
  { number, labels, reviewers }: PullRequestAdditions,
): Promise<readonly string[]> {
  const { addLabels } = driver;
  const addAll = (some: readonly string[]) => addLabels?.(number, some);
  const withoutLabels =
    addLabels === null && labels.length > 0
      ? [`This code host has no labels for pull requests. Not added: ${labels.join(", ")}.`]
      : [];
  return [
    ...withoutLabels,
    ...(addLabels === null ? [] : await giveAll(labels, "The label", addAll)),
    ...(await giveAll(reviewers, "The reviewer", (some) => driver.requestReviews(number, some))),
  ];
}

/**
 * Adds all names in one call, or one by one if the host rejects the call, so that an invalid name doesn't affect the
 * others.
 */
async function giveAll(
  names: readonly string[],
  what: string,
  give: (names: readonly string[]) => Promise<void> | undefined,
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const refusal = await refusalOf(() => give(names));
  if (refusal === null) return [];
  const isTheirs = refusal.kind === "conflict" || refusal.kind === "not_found" || refusal.kind === "refused";
  if (names.length === 1 || !isTheirs)
    return [`${what} ${names.join(", ")} was not accepted. ${refusal.message}`];
  const sentences: string[] = [];
  for (const name of names) {
    const one = await refusalOf(() => give([name]));
    if (one !== null) sentences.push(`${what} ${name} was not accepted. ${one.message}`);
  }
  return sentences;
}

async function refusalOf(work: () => Promise<void> | undefined): Promise<HostError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof HostError) return error;
    throw error;
  }
}
