import { type AnswerDeps, createAnswerNext } from "../conversations/answer.ts";
import { createIncomingHooks, type IncomingHooks, type IncomingHooksDeps } from "./incoming-hooks.ts";
import { createPoll, type PollDeps } from "./poll.ts";
import { createRefreshPullRequest, type RefreshPullRequestDeps } from "./refresh-pull-request.ts";
import { createDeliveryRunner, type DeliveryRunner, type DeliveryRunnerDeps } from "./run-deliveries.ts";

export {
  createIncomingHooks,
  type HookDelivery,
  type IncomingHook,
  type IncomingHooks,
} from "./incoming-hooks.ts";

type Deps = IncomingHooksDeps &
  RefreshPullRequestDeps &
  AnswerDeps &
  Omit<PollDeps, "look"> &
  Omit<DeliveryRunnerDeps, "look" | "poll" | "answerNext">;

/** What hosts tell of pull requests, and what works on it. */
export function openIncomingHooks(deps: Deps): { hooks: IncomingHooks; runner: DeliveryRunner } {
  const look = createRefreshPullRequest(deps);
  const poll = createPoll({ ...deps, look });
  const runner = createDeliveryRunner({ ...deps, look, poll, answerNext: createAnswerNext(deps) });
  return { hooks: createIncomingHooks(deps), runner };
}
