import { AppError } from "../errors.ts";
import { type AuthenticatedKey, isAddressAllowed, type Projects } from "../projects/index.ts";
import type { ClientAddress } from "./client-address.ts";
import type { Exchange } from "./exchange.ts";

export type Authenticate = (
  exchange: Exchange,
  options?: {
    /** Takes a key of the scope `collect` from the query, too. */
    readonly fromQuery?: boolean;
  },
) => Promise<AuthenticatedKey>;

/** The query's name for a key. Logs and metrics never have the query of a request. */
export const keyParameter = "key";

/** The first two checks of R23: a live key, used from an address that it allows. */
export function createAuthenticate(deps: {
  readonly projects: Pick<Projects, "authenticate">;
  readonly clientAddress: ClientAddress;
}): Authenticate {
  return async (exchange, { fromQuery = false } = {}) => {
    const { headers, url = "" } = exchange.incoming;
    const sent = bearerToken(headers.authorization);
    const key = sent ?? (fromQuery ? keyOfQuery(url) : null);
    const authenticated = key === null ? null : await deps.projects.authenticate(key);
    if (authenticated === null)
      throw new AppError(
        "unauthorized",
        key === null
          ? "Send an API key of the project: Authorization: Bearer dw_…"
          : "This API key is not valid: it is unknown, revoked or expired. Use another key of the project.",
      );
    exchange.projectId = authenticated.project.id;
    const { allowList, scope } = authenticated.apiKey;
    if (sent === null && scope !== "collect")
      throw new AppError(
        "forbidden",
        "Only a key with the scope collect may stand in an address. Revoke this one: others may have seen it.",
      );
    if (allowList.length > 0 && !isAddressAllowed(allowList, deps.clientAddress(exchange)))
      throw new AppError("forbidden", "This API key may not be used from this address.");
    return authenticated;
  };
}

function keyOfQuery(target: string): string | null {
  const start = target.indexOf("?");
  return start === -1 ? null : new URLSearchParams(target.slice(start)).get(keyParameter);
}

/** The token of `Authorization: Bearer <token>`, the scheme in any case (R1), or null. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== "bearer ") return null;
  const token = header.slice(7).trim();
  return token === "" ? null : token;
}
