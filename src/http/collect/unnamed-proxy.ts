import { isPublicAddress } from "../../projects/index.ts";
import type { ClientAddress } from "../client-address.ts";
import type { HttpOptions } from "../http.ts";

/**
 * Says once that views come through a proxy that nobody named (R28): all of its visitors pass for one, and share one
 * limit, which shows nowhere else. A proxy of this network is meant; a client that writes the header itself is not.
 */
export function createUnnamedProxyWarning({
  log,
  clientAddress,
}: Pick<HttpOptions, "log"> & { readonly clientAddress: ClientAddress }): (
  exchange: Parameters<ClientAddress>[0],
) => void {
  let isSaid = false;
  return (exchange) => {
    const { headers, socket } = exchange.incoming;
    if (isSaid || headers["x-forwarded-for"] === undefined) return;
    const client = clientAddress(exchange);
    const isPeer = client === (socket.remoteAddress ?? "").replace(/^::ffff:/u, "");
    if (!isPeer || isPublicAddress(client)) return;
    isSaid = true;
    log.warn(
      { proxy: client },
      "Views come through a proxy that DOCWRIGHT_TRUSTED_PROXIES does not name: all of its visitors count as one.",
    );
  };
}
