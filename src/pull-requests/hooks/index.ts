import { type AnswerParts, createAnswerNext } from "../conversations/answer.ts";
import { createIncomingHooks, type IncomingHooks, type IncomingHooksParts } from "./incoming-hooks.ts";
import { createPoll, type PollParts } from "./poll.ts";
import { createRefreshPullRequest, type RefreshPullRequestDeps } from "./refresh-pull-request.ts";
import { createDeliveryRunner, type DeliveryRunner, type DeliveryRunnerParts } from "./run-deliveries.ts";

export {
  createIncomingHooks,
  type HookDelivery,
  type IncomingHook,
  type IncomingHooks,
} from "./incoming-hooks.ts";

type Parts = IncomingHooksParts &
  RefreshPullRequestDeps &
  AnswerParts &
  Omit<PollParts, "look"> &
  Omit<DeliveryRunnerParts, "look" | "poll" | "answerNext">;

/** What hosts tell of pull requests, and what works on it. */
export function openIncomingHooks(parts: Parts): { hooks: IncomingHooks; runner: DeliveryRunner } {
  const look = createRefreshPullRequest(parts);
  const poll = createPoll({ ...parts, look });
  const runner = createDeliveryRunner({ ...parts, look, poll, answerNext: createAnswerNext(parts) });
  return { hooks: createIncomingHooks(parts), runner };
}
