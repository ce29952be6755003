import { AppError } from "../errors.ts";

/** Limits the number of concurrent long calls of one kind in each project. */
export interface ConcurrencyLimit {
  /** Counts a call and returns the function that ends it. Throws `rate_limited` at the limit. */
  enter(projectId: string): () => void;
}

/** `message` is the error message at the limit, which says what to do. */
export function createConcurrencyLimit({
  perProject,
  message,
}: {
  perProject: number;
  message: string;
}): ConcurrencyLimit {
  const open = new Map<string, number>();
  return {
    enter(projectId) {
      const count = open.get(projectId) ?? 0;
      if (count >= perProject)
        throw new AppError("rate_limited", message, { fields: { retryAfterSeconds: 1 } });
      open.set(projectId, count + 1);
      return () => {
        const left = (open.get(projectId) ?? 1) - 1;
        if (left === 0) open.delete(projectId);
        else open.set(projectId, left);
      };
    },
  };
}
