import type { z } from "zod";
import { limits } from "../limits.ts";
import type { HostApi } from "./host-api.ts";

/** What is asked for at once. Servers answer fewer where they are told to (`api.MAX_RESPONSE_ITEMS`, 50 by default). */
const pageSize = 50;

/**
 * A list of Gitea's and Forgejo's, page after page to its end, or until `limits.codehost.pagesMax` of them are read. The
 * end is told by `X-Total-Count`, since a page that is not full need not be the last one; without it, by such a page.
 * `itemsOf` finds the list in a page's answer. `path` may have a query already.
 */
export async function* readGiteaPages<Answer, Item>(
  api: HostApi,
  path: string,
  schema: z.ZodType<Answer>,
  itemsOf: (answer: Answer) => readonly Item[],
  signal?: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  const joint = path.includes("?") ? "&" : "?";
  let read = 0;
  for (let page = 1; page <= limits.codehost.pagesMax; page++) {
    const at = `${path}${joint}limit=${pageSize}&page=${page}`;
    const { answer, total } = await api.getPage(at, schema, signal);
    const items = itemsOf(answer);
    read += items.length;
    yield items;
    const isLast = total === null ? items.length < pageSize : read >= total;
    if (isLast || items.length === 0) return;
  }
}
