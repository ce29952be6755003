import { type HostCredential, parseHostCredential as parse, type RemoteKind } from "#codehosts";
import { hostAdvice } from "./host-advice.ts";

/** Parses a stored or entered credential. `kind` is the host's kind, if a person specified it. */
export function parseHostCredential(text: string, kind?: RemoteKind): HostCredential {
  return parse(text, { kind, advice: hostAdvice });
}
