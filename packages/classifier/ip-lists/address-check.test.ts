import { describe, expect, test } from "vitest";
import { createAddressCheck } from "./address-check.ts";
import { parseIpList } from "./ip-list.ts";
import { shippedIpLists } from "./shipped.ts";

const lists = {
  "openai-gptbot": { date: "2026-10-05", ranges: ["20.171.206.0/23", "2600:1f28:365:8000::/56"] },
  "mistral-user": { date: "2025-02-19", ranges: ["51.12.243.114/32"] },
};
const check = createAddressCheck(lists);
const day = (text: string) => Date.parse(text);

describe("compares an address with the operator's list", () => {
  test.each([
    ["20.171.206.0", "2026-10-20", true],
    ["20.171.207.255", "2026-10-20", true],
    ["20.171.208.0", "2026-10-20", false],
    ["::ffff:20.171.206.9", "2026-10-20", true],
    ["2600:1f28:365:80ff::1", "2026-10-20", true],
    ["2600:1f28:365:8100::1", "2026-10-20", false],
    ["20.171.208.0", "2026-04-09", false],
    // More than 180 days after its date, a list no longer proves that an address is not the operator's.
    ["20.171.208.0", "2026-04-07", null],
    ["20.171.208.0", "2027-04-04", null],
    ["20.171.206.0", "2031-01-01", true],
    // Addresses of proxies and local networks, example addresses, and text that is not an address.
    ["10.0.0.7", "2026-10-20", null],
    ["203.0.113.7", "2026-10-20", null],
    ["::1", "2026-10-20", null],
    // CDNs, and their neighbors.
    ["13.224.0.9", "2026-10-20", null],
    ["23.47.8.1", "2026-10-20", null],
    ["35.191.4.4", "2026-10-20", null],
    ["172.68.1.2", "2026-10-20", null],
    ["2606:4700::1", "2026-10-20", null],
    ["::ffff:151.101.1.2", "2026-10-20", null],
    ["172.72.0.1", "2026-10-20", false],
    ["151.102.0.1", "2026-10-20", false],
    ["fe80::1%eth0", "2026-10-20", null],
    ["unknown", "2026-10-20", null],
    ["", "2026-10-20", null],
  ])("%s on %s: %s", (ip, date, isIn) => {
    const outcome = check({ ip, timeMs: day(date) }, ["openai-gptbot"]);
    expect(outcome).toEqual(isIn === null ? null : { list: "openai-gptbot", isIn });
  });

  test("one matching list out of several is enough, and a missing list leaves the result open", () => {
    const at = (ip: string) => ({ ip, timeMs: day("2026-10-20") });
    expect(check(at("51.12.243.114"), ["openai-gptbot", "mistral-user"])).toEqual({
      list: "mistral-user",
      isIn: true,
    });
    expect(check(at("51.12.243.115"), ["openai-gptbot", "perplexity-bot"])).toBeNull();
  });
});

describe("parseIpList", () => {
  const readOn = "2026-11-01";
  test("reads what operators publish", () => {
    const text = `{"creationTime": "2026-08-04T12:40:20Z", "prefixes": [
      {"ipv6Prefix": "2600:1f28:365:8000::/56"}, {"ipv4Prefix": "3.41.188.32/29"}]}`;
    expect(parseIpList(JSON.parse(text), { readOn })).toEqual({
      date: readOn,
      ranges: ["2600:1f28:365:8000::/56", "3.41.188.32/29"],
    });
  });
  test.each([
    [{}],
    [null],
    [{ prefixes: [] }],
    [{ prefixes: [{ ipv4Prefix: "0.0.0.0/0" }] }],
    [{ prefixes: [{ ipv4Prefix: "10.0.0.0/16" }] }],
    [{ prefixes: [{ ipv4Prefix: "20.171.206.1/23" }] }],
    [{ prefixes: [{ ipv4Prefix: "see https://example.com" }] }],
    [{ prefixes: Array.from({ length: 20_001 }, () => ({ ipv4Prefix: "20.171.206.0/24" })) }],
  ])("rejects %j", (value) => {
    expect(() => parseIpList(value, { readOn })).toThrow();
  });
  test("reads every shipped list", () => {
    for (const [id, list] of Object.entries(shippedIpLists))
      expect(parseIpList(list, { readOn }), id).toEqual(list);
  });
});
