import { RequestError } from "@agentclientprotocol/sdk";
import { TurnError } from "../../errors.ts";
import type { AgentProcess } from "./processes.ts";

const saidCharsMax = 400;
/** The protocol's code for an agent that wants its user to sign in first. */
const authRequired = -32_000;

/** `said` is the agent's own: bounded, on one line, from its error on where it names one; without its key. */
export function agentFailed(what: string, said: string, options: { cause?: unknown } = {}): TurnError {
  const error = said.search(/^.*\b(?:\w*Error|error):.*$/mu);
  const words = said
    .slice(Math.max(0, error))
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, saidCharsMax);
  return new TurnError("model_error", `The agent ${what}${words === "" ? "." : `: ${words}`}`, options);
}

/**
 * Why a request to an agent brought nothing, for the job's owner. It is ended where it closed the connection, which
 * was before it `began` to work or before it was `done`.
 */
export async function explainAnswer(
  error: unknown,
  before: "began" | "was done",
  { hide, process }: { hide(text: string): string; readonly process: Pick<AgentProcess, "ended" | "kill"> },
): Promise<unknown> {
  if (error instanceof TurnError) return error;
  if (!(error instanceof RequestError)) {
    // The connection is closed, mostly since the agent ended: its own last words say more.
    await process.kill();
    return agentFailed(`ended before it ${before}`, hide(await process.ended), { cause: error });
  }
  if (error.code === authRequired)
    return new TurnError(
      "needs_language_model",
      "The agent wants to be signed in: give it its key, and signIn in DOCWRIGHT_ACP_AGENTS where it has several ways (docs/external-agents.md).",
      { cause: error },
    );
  return agentFailed("failed", hide(`${error.message} ${detailsOf(error.data)}`), { cause: error });
}

function detailsOf(data: unknown): string {
  if (typeof data === "string") return data;
  if (typeof data === "object" && data !== null && "details" in data && typeof data.details === "string")
    return data.details;
  return "";
}
