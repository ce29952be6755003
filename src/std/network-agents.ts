import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { createSecureContext } from "node:tls";
import { readAuthorities } from "./authorities.ts";
import { proxyOf } from "./proxy.ts";

/** What connects to an address: directly, or through the proxy that the operator's environment names for it. */
export type AgentOf = (url: URL) => HttpAgent | HttpsAgent;

/** Proxies are `proxyOf`'s, and trusted is whom `readAuthorities` says, beside those whom Node trusts by itself. */
export function createNetworkAgents(
  network: Readonly<Record<string, string>>,
  options: { readonly keepAlive?: boolean } = {},
): AgentOf {
  const authorities = readAuthorities(network);
  // Read once: there are hundreds.
  const trust = authorities === null ? {} : { secureContext: createSecureContext({ ca: [...authorities] }) };
  const direct = { http: new HttpAgent(options), https: new HttpsAgent({ ...options, ...trust }) };
  const proxied = new Map<string, HttpAgent | HttpsAgent>();

  function throughProxy(protocol: "http" | "https", proxy: string): HttpAgent | HttpsAgent {
    const known = proxied.get(`${protocol} ${proxy}`);
    if (known !== undefined) return known;
    const agent =
      protocol === "https"
        ? new HttpsAgent({ ...options, ...trust, proxyEnv: { HTTPS_PROXY: proxy } })
        : new HttpAgent({ ...options, proxyEnv: { HTTP_PROXY: proxy } });
    proxied.set(`${protocol} ${proxy}`, agent);
    return agent;
  }

  return (url) => {
    const protocol = url.protocol === "https:" ? "https" : "http";
    const proxy = proxyOf(url, network);
    return proxy === null ? direct[protocol] : throughProxy(protocol, proxy);
  };
}
