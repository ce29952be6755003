import { expect, test } from "vitest";
import { createPageNames, invalidHost } from "./page-names.ts";

const siteHosts = ["https://docs.example.com"];
const options = { basePath: "", excludedPaths: [], excludedHosts: [] };

test.each([
  ["/a", null, false],
  ["a", null, false],
  ["http://docs.example.com/a", "docs.example.com", false],
  ["http://DOCS.example.com:8443/a", "docs.example.com", false],
  ["https://www.docs.example.com/a", "docs.example.com", false],
  ["http://shop.example.com/a", "shop.example.com", true],
  ["http://docs.example.com.evil.example/a", "docs.example.com.evil.example", true],
  ["http://docs.example.com@evil.example/a", "evil.example", true],
  ["http://192.0.2.1/a", "192.0.2.1", true],
  ["http://[oops/a", invalidHost, true],
])("the host of %s is %s", (target, host, isOtherHost) => {
  expect(createPageNames({ ...options, siteHosts }).page(target)).toMatchObject({ host, isOtherHost });
  const any = createPageNames({ ...options, siteHosts: [] });
  expect(any.page(target)).toMatchObject({ host, isOtherHost: false });
});
