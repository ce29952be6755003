import { channelOf, channels, type EventFilters } from "../../index.ts";
import { hosts, pagePaths, referrersOf } from "../visitors/traffic.ts";

/** A query with two filters, for our store and in SQL. */
export interface Question {
  /** The approximate share of the events that both filters select. */
  readonly share: "0.1%" | "1%" | "10%" | "50%";
  readonly name: string;
  readonly filters: EventFilters;
  readonly where: string;
}

const [firstPage = ""] = pagePaths(2000);

/** The share of each question was measured; the bench prints it. */
export const questions: readonly Question[] = [
  {
    share: "0.1%",
    name: "one agent on one host",
    filters: { agent: ["Agent 3"], host: [hosts[1][0]] },
    where: "agent = 3 AND host = 1",
  },
  {
    share: "0.1%",
    name: "one page, one operator",
    filters: { page: [firstPage], operator: ["Operator 1"] },
    where: "page = 0 AND org = 1",
  },
  {
    share: "1%",
    name: "one page on one host",
    filters: { page: [firstPage], host: [hosts[2][0]] },
    where: "page = 0 AND host = 2",
  },
  {
    share: "1%",
    name: "AI agents on one host",
    filters: { kind: ["ai"], host: [hosts[2][0]] },
    where: "kind = 1 AND host = 2",
  },
  {
    share: "10%",
    name: "AI agents on the largest host",
    filters: { kind: ["ai"], host: [hosts[0][0]] },
    where: "kind = 1 AND host = 0",
  },
  {
    share: "10%",
    name: "people on a small host",
    filters: { kind: ["human"], host: [hosts[2][0]] },
    where: "kind = 0 AND host = 2",
  },
  {
    share: "50%",
    name: "people on the largest host",
    filters: { kind: ["human"], host: [hosts[0][0]] },
    where: "kind = 0 AND host = 0",
  },
  {
    share: "50%",
    name: "direct visits by people",
    filters: { kind: ["human"], channel: ["direct"] },
    where: "kind = 0 AND channel = 3",
  },
];

/** The columns of the written events, and the columns that SQL derives from them; unknown values are 255. */
export const sqlColumns = {
  names: ["ms", "day", "page", "visitor", "kind", "client", "referrer", "host"],
  derived: {
    agent: "CASE WHEN client < 28 THEN client ELSE 255 END",
    org: "CASE WHEN client < 28 THEN client % 9 ELSE 255 END",
    category: "CASE WHEN client < 28 THEN client % 7 ELSE 255 END",
    channel: `CASE ${referrersOf({ withHosts: true })
      .map((referrer, number) => `WHEN referrer = ${number} THEN ${channels.indexOf(channelOf(referrer))}`)
      .join(" ")} ELSE 255 END`,
  },
} as const;
