/**
 * Does `work` again and again in so many lanes at once, each until it answers false. Where one fails none begins anew,
 * and the first failure is thrown when nothing is under way any more.
 */
export async function runConcurrently(lanes: number, work: () => Promise<boolean>): Promise<void> {
  let failed = false;
  const lane = async () => {
    try {
      while (!failed && (await work()));
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failure = ended.find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
}

/** The same for each of the items, in their order. */
export async function forEachConcurrently<Item>(
  lanes: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  await runConcurrently(lanes, async () => {
    const next = left.next();
    if (next.done === true) return false;
    await work(next.value);
    return true;
  });
}
