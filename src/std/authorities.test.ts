import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { describe, expect, it } from "vitest";
import { isUntrusted, readAuthorities } from "./authorities.ts";

const file = join(import.meta.dirname, "../../test/support/certificates/lists.example.com.crt");

describe("whom the operator trusts beside the known ones", () => {
  it("is nobody where no variable names a file", () => {
    expect(readAuthorities({ HTTPS_PROXY: "http://proxy.example" })).toBeNull();
    expect(readAuthorities({ SSL_CERT_FILE: "" })).toBeNull();
  });

  it.each(["SSL_CERT_FILE", "GIT_SSL_CAINFO", "NODE_EXTRA_CA_CERTS"])("stands in the file of %s", (name) => {
    const trusted = readAuthorities({ [name]: file }) ?? [];
    expect(trusted).toContain(readFileSync(file, "utf8"));
    expect(new Set(rootCertificates).difference(new Set(trusted)).size).toBe(0);
  });

  it.each([
    ["/nowhere/ca.pem", "SSL_CERT_FILE names a file that cannot be read."],
    [import.meta.filename, "SSL_CERT_FILE names a file that holds no certificate in PEM."],
  ])("is said to be amiss in %s", (path, sentence) => {
    expect(() => readAuthorities({ SSL_CERT_FILE: path })).toThrow(sentence);
  });

  it("is told from a host that cannot be reached", () => {
    const failed = (code: string) => Object.assign(new Error("x"), { code });
    expect(isUntrusted(failed("DEPTH_ZERO_SELF_SIGNED_CERT"))).toBe(true);
    expect(isUntrusted(failed("ECONNREFUSED"))).toBe(false);
    expect(isUntrusted("CERT_HAS_EXPIRED")).toBe(false);
  });
});
