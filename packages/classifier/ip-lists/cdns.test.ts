import { BlockList, isIPv4 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createFindCdn, shippedCdns } from "./cdns.ts";
import { isPublicAddress, isWholeRange } from "./public-address.ts";

const findCdn = createFindCdn();

test("every range is whole and public, has no duplicate, and has a source and the day of its check", () => {
  const all = shippedCdns.flatMap(({ ranges }) => ranges);
  expect(all.filter((range) => !isWholeRange(range) || !isPublicAddress(range.split("/")[0] ?? ""))).toEqual(
    [],
  );
  expect(new Set(all).size).toBe(all.length);
  for (const { source, checked } of shippedCdns)
    expect([source, checked]).toEqual([
      expect.stringMatching(/^https:\/\//u),
      expect.stringMatching(/^20\d\d-\d\d-\d\d$/u),
    ]);
});

test.each([
  ["172.68.1.2", "Cloudflare"],
  ["172.71.255.255", "Cloudflare"],
  ["172.72.0.0", null],
  ["172.63.255.255", null],
  ["::ffff:151.101.1.2", "Fastly"],
  ["13.32.0.0", "CloudFront"],
  ["15.158.255.255", "CloudFront"],
  ["130.211.3.255", "Google Cloud"],
  ["130.211.4.0", null],
  ["23.47.8.1", "Akamai"],
  ["2606:4700::1", "Cloudflare"],
  ["2600:1400::1", "Akamai"],
  ["2001:db8::1", null],
  ["0.0.0.0", null],
  ["255.255.255.255", null],
  ["unknown", null],
  ["fe80::1%eth0", null],
  ["", null],
])("%s belongs to %s", (ip, name) => {
  expect(findCdn(ip)).toBe(name);
});

test("finds the same addresses as a check of one range after the other", () => {
  const set = new BlockList();
  for (const range of shippedCdns.flatMap(({ ranges }) => ranges)) {
    const [address = "", bits] = range.split("/");
    set.addSubnet(address, Number(bits), isIPv4(address) ? "ipv4" : "ipv6");
  }
  const firsts = shippedCdns.flatMap(({ ranges }) => ranges).flatMap((range) => range.split("/")[0] ?? []);
  const near = fc.constantFrom(...firsts.filter(isIPv4)).chain((first) =>
    fc.integer({ min: -2, max: 300 }).map((step) => {
      const number = first.split(".").reduce((sum, part) => sum * 256 + Number(part), 0) + step;
      return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join(".");
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), near, fc.ipV6()), (ip) => {
      expect(findCdn(ip) !== null).toBe(set.check(ip, isIPv4(ip) ? "ipv4" : "ipv6"));
    }),
  );
});
