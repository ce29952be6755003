import { expect, test } from "vitest";
import { parseSettingsChange } from "./settings.ts";

test.each([
  [{}, {}],
  [{ allowedOrigins: ["https://docs.example.com", "http://localhost:3000"] }, null],
  [{ basePath: "", timeZone: "Asia/Kathmandu", keyRotation: "day", retentionDays: null }, null],
  [{ basePath: "/docs/v2", aiCategories: ["mcp"] }, null],
  [
    { excludedAddresses: ["::FFFF:203.0.113.7", "10.0.0.0/8"] },
    { excludedAddresses: ["203.0.113.7", "10.0.0.0/8"] },
  ],
  [{ excludedHosts: ["www.Example.com:8080", "*.dev"] }, { excludedHosts: ["example.com", "*.dev"] }],
  [{ excludedPaths: ["/a/*", " /b ", "/b"] }, { excludedPaths: ["/a/*", "/b"] }],
  [{ unknown: 1, retentionDays: 3653 }, { retentionDays: 3653 }],
])("%j is accepted", (change, expected) => {
  expect(parseSettingsChange(change)).toEqual(expected ?? change);
});

test.each([
  [{ allowedOrigins: ["docs.example.com"] }, "allowedOrigins.0"],
  [{ allowedOrigins: ["https://docs.example.com/"] }, "allowedOrigins.0"],
  [{ allowedOrigins: ["null"] }, "allowedOrigins.0"],
  [{ allowedOrigins: Array.from({ length: 101 }, (_, i) => `https://d${i}.example.com`) }, "allowedOrigins"],
  [{ excludedAddresses: ["10.0.0.1/8"] }, "excludedAddresses.0"],
  [{ excludedAddresses: ["10.0.0.1", "home"] }, "excludedAddresses.1"],
  [{ excludedPaths: ["drafts"] }, "excludedPaths.0"],
  [{ excludedHosts: ["https://a.example"] }, "excludedHosts.0"],
  [{ excludedPaths: Array.from({ length: 101 }, (_, i) => `/${i}`) }, "excludedPaths"],
  [{ basePath: "/" }, "basePath"],
  [{ basePath: "docs" }, "basePath"],
  [{ basePath: "/docs/" }, "basePath"],
  [{ basePath: "/docs.html" }, "basePath"],
  [{ timeZone: "Mars/Olympus" }, "timeZone"],
  [{ keyRotation: "hour" }, "keyRotation"],
  [{ aiCategories: ["crawler"] }, "aiCategories"],
  [{ retentionDays: 0 }, "retentionDays"],
  [{ retentionDays: 1.5 }, "retentionDays"],
])("%j is rejected", (change, path) => {
  expect(() => parseSettingsChange(change)).toThrow(path);
});
