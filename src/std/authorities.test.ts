import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { describe, expect, it } from "vitest";
import { isUntrusted, readAuthorities } from "./authorities.ts";

const file = join(import.meta.dirname, "../../test/support/certificates/lists.example.com.crt");

describe("additional authorities", () => {
  it("are null if no variable is set", () => {
    expect(readAuthorities({ HTTPS_PROXY: "http://proxy.example" })).toBeNull();
    expect(readAuthorities({ SSL_CERT_FILE: "" })).toBeNull();
  });

  it.each(["SSL_CERT_FILE", "GIT_SSL_CAINFO", "NODE_EXTRA_CA_CERTS"])(
    "are read from the file in %s",
    (name) => {
      const trusted = readAuthorities({ [name]: file }) ?? [];
      expect(trusted).toContain(readFileSync(file, "utf8"));
      expect(new Set(rootCertificates).difference(new Set(trusted)).size).toBe(0);
    },
  );

  it.each([
    ["/nowhere/ca.pem", "Could not read the file in SSL_CERT_FILE."],
    [import.meta.filename, "The file in SSL_CERT_FILE contains no PEM certificate."],
  ])("cannot be read from %s", (path, sentence) => {
    expect(() => readAuthorities({ SSL_CERT_FILE: path })).toThrow(sentence);
  });

  it("are distinguished from unreachable hosts", () => {
    const failed = (code: string) => Object.assign(new Error("x"), { code });
    expect(isUntrusted(failed("DEPTH_ZERO_SELF_SIGNED_CERT"))).toBe(true);
    expect(isUntrusted(failed("ECONNREFUSED"))).toBe(false);
    expect(isUntrusted("CERT_HAS_EXPIRED")).toBe(false);
  });
});
