import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";

const { streamsPerProjectMax } = limits.http;

/** How many streams a project has open. */
export interface StreamPlaces {
  /** Takes a place, or throws `rate_limited`. It is given back by the function that this answers. */
  enter(projectId: string): () => void;
}

export function createStreamPlaces(): StreamPlaces {
  const open = new Map<string, number>();
  return {
    enter(projectId) {
      const count = open.get(projectId) ?? 0;
      if (count >= streamsPerProjectMax)
        throw new AppError(
          "rate_limited",
          `This project has ${streamsPerProjectMax} event streams open, the most there may be. Close one first.`,
          { fields: { retryAfterSeconds: 1 } },
        );
      open.set(projectId, count + 1);
      return () => {
        const left = (open.get(projectId) ?? 1) - 1;
        if (left === 0) open.delete(projectId);
        else open.set(projectId, left);
      };
    },
  };
}
