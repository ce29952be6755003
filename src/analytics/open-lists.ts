import { type AgentLists, type AgentListsOptions, ClassifierError, openAgentLists } from "#classifier";
import { AppError } from "../errors.ts";
import { toAppError } from "./to-app-error.ts";

/** Opens the agent lists of an installation. Errors that a caller can act on are thrown as `AppError`. */
export function openLists(options: AgentListsOptions): AgentLists {
  const lists = openAgentLists(options);
  return {
    ...lists,
    take(name, text) {
      try {
        return lists.take(name, text);
      } catch (error) {
        if (error instanceof ClassifierError && error.code === "not_found")
          throw new AppError(
            "not_found",
            `${error.message} Run docwright agent-lists show to see all names.`,
          );
        throw toAppError(error);
      }
    },
  };
}
