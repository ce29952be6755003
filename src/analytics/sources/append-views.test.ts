import { expect, test } from "vitest";
import { limits as countsLimits, type VisitorEvent } from "#counts";
import { createAppending } from "./append-views.ts";

const view = {} as VisitorEvent;

/** A store whose batches become durable only when the test says so. */
function openStore() {
  const begun: { readonly views: number; readonly end: PromiseWithResolvers<void> }[] = [];
  let accepted = 0;
  const appending = createAppending(
    () => {
      let views = 0;
      return {
        get length() {
          return views;
        },
        add: () => void views++,
        async append() {
          const end = Promise.withResolvers<void>();
          begun.push({ views, end });
          await end.promise;
          return { accepted: views, duplicates: 0, ignored: new Map() };
        },
      };
    },
    (counts) => (accepted += counts.accepted),
  );
  const take = (views: number) => {
    for (let i = 0; i < views; i++) appending.take(view);
  };
  return { appending, begun, take, accepted: () => accepted };
}

const settled = async (promise: Promise<void>) => {
  let isSettled = false;
  void promise.then(() => (isSettled = true));
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  return isSettled;
};
const { groupEventsMax } = countsLimits;

test("two batches are written at once, and a third one waits for the first", async () => {
  const { appending, begun, take } = openStore();
  take(2 * groupEventsMax);
  expect(await settled(appending.ready())).toBe(true);
  expect(begun.map(({ views }) => views)).toEqual([groupEventsMax, groupEventsMax]);
  take(groupEventsMax + 1);
  const third = appending.ready();
  expect(await settled(third)).toBe(false);
  begun[0]?.end.resolve();
  await third;
  expect(begun).toHaveLength(3);
});

test("a flush writes the rest, and ends only when every view is durable", async () => {
  const { appending, begun, take, accepted } = openStore();
  take(groupEventsMax + 3);
  const flushed = appending.flush();
  expect(await settled(flushed)).toBe(false);
  expect(begun.map(({ views }) => views)).toEqual([groupEventsMax, 3]);
  begun[1]?.end.resolve();
  expect(await settled(flushed)).toBe(false);
  begun[0]?.end.resolve();
  await flushed;
  expect(accepted()).toBe(groupEventsMax + 3);
});

test("a batch that can't be stored is reported by a later call", async () => {
  const { appending, begun, take } = openStore();
  take(groupEventsMax);
  await appending.ready();
  begun[0]?.end.reject(new Error("The disk is full."));
  await expect(appending.flush()).rejects.toThrow("The disk is full.");
});
