import type { Claims, IngestResult } from "./outcome.ts";

/** What a log's addresses say about it: whether they are those of the visitors. */
export interface AddressSummary {
  /** Views with a known address. */
  readonly views: number;
  /** Views with an address of a CDN, most views first. */
  readonly cdns: readonly { readonly name: string; readonly views: number }[];
  /** Agents with requests from addresses that their operators publish. */
  readonly verified: readonly string[];
  /** Agents with requests from other addresses only. */
  readonly refuted: readonly string[];
  /** False if agents are classified without their addresses. */
  readonly areJudged: boolean;
}

/** One refuted agent can be a spoof. If several are refuted, and most of all, the addresses are probably a proxy's. */
const refutedAgentsMin = 2;

/** Adds up the addresses of a log's batches. The number of agents and CDNs is that of our tables. */
export function createAddressTally(): {
  add(result: Pick<IngestResult, "cdns" | "claims">): void;
  /**
   * Whether addresses can refute agents: not if most of the log's agents would be refuted. Agents are counted, not
   * requests, so that one spoof with many requests can't hide among the agents of other operators.
   */
  proveAgents(): boolean;
  summary(): AddressSummary;
} {
  const cdns = new Map<string, number>();
  const claims = new Map<string, Claims>();
  const isRefuted = ({ verified, refuted }: Claims) => refuted > verified;
  const proveAgents = () => {
    const refuted = [...claims.values()].filter(isRefuted).length;
    return refuted < refutedAgentsMin || refuted * 2 <= claims.size;
  };
  const agentsWith = (test: (claims: Claims) => boolean) =>
    [...claims]
      .filter(([, own]) => test(own))
      .map(([agent]) => agent)
      .sort();
  return {
    add(result) {
      for (const [name, views] of result.cdns) cdns.set(name, (cdns.get(name) ?? 0) + views);
      for (const [agent, { verified, refuted }] of result.claims) {
        const before = claims.get(agent) ?? { verified: 0, refuted: 0 };
        claims.set(agent, { verified: before.verified + verified, refuted: before.refuted + refuted });
      }
    },
    proveAgents,
    summary: () => ({
      views: [...cdns.values()].reduce((sum, views) => sum + views, 0),
      cdns: [...cdns]
        .filter(([name]) => name !== "")
        .map(([name, views]) => ({ name, views }))
        .sort((a, b) => b.views - a.views),
      verified: agentsWith(({ verified }) => verified > 0),
      refuted: agentsWith(({ verified }) => verified === 0),
      areJudged: proveAgents(),
    }),
  };
}
