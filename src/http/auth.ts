import { AppError } from "../errors.ts";
import { type AuthenticatedKey, isAddressAllowed, type Projects } from "../projects/index.ts";
import type { ClientAddress } from "./client-address.ts";
import type { Exchange } from "./exchange.ts";

export type Authenticate = (exchange: Exchange) => Promise<AuthenticatedKey>;

/** The first two checks of R23: a live key, used from an address that it allows. */
export function createAuthenticate(parts: {
  readonly projects: Pick<Projects, "authenticate">;
  readonly clientAddress: ClientAddress;
}): Authenticate {
  return async (exchange) => {
    const key = bearerToken(exchange.incoming.headers.authorization);
    const authenticated = key === null ? null : await parts.projects.authenticate(key);
    if (authenticated === null)
      throw new AppError(
        "unauthorized",
        key === null
          ? "Send an API key of the project: Authorization: Bearer dw_…"
          : "This API key is not valid: it is unknown, revoked or expired. Use another key of the project.",
      );
    exchange.projectId = authenticated.project.id;
    const { allowList } = authenticated.apiKey;
    if (allowList.length > 0 && !isAddressAllowed(allowList, parts.clientAddress(exchange)))
      throw new AppError("forbidden", "This API key may not be used from this address.");
    return authenticated;
  };
}

/** The token of `Authorization: Bearer <token>`, the scheme in any case (R1), or null. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== "bearer ") return null;
  const token = header.slice(7).trim();
  return token === "" ? null : token;
}
