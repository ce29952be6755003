import { openReaderEvents as open, type ReaderEvents, type ReaderEventsOptions } from "#reader-events";
import { toAppError } from "./to-app-error.ts";

/** Opens the reader events of an installation. Errors that a caller can act on are thrown as `AppError`. */
export function openReaderEvents(options: ReaderEventsOptions): ReaderEvents {
  const calls = Object.entries<Call>({ ...open(options) }).map(([name, call]) => [name, translated(call)]);
  const events = Object.fromEntries(calls) as ReaderEvents;
  return {
    ...events,
    async sumSearches(projectId, range) {
      const table = await events.sumSearches(projectId, range);
      return { ...table, rows: translated(table.rows) };
    },
  };
}

type Call = (...args: never[]) => Promise<unknown>;

const translated =
  <Args extends never[], Result>(call: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    try {
      return await call(...args);
    } catch (error) {
      throw toAppError(error);
    }
  };
