import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMsOf } from "../../test/support/cpu-time.ts";
import { redact } from "./redact.ts";

const key = `dw_${"A1b2".repeat(9)}Zz`;

describe("the log's redaction", () => {
  const secrets: [string, string][] = [
    [`key ${key} used`, "key [redacted] used"],
    [`"path":"/v2/agent/${key}/jobs"`, '"path":"/v2/agent/[redacted]/jobs"'],
    ['"authorization":"Bearer x"', '"authorization":"[redacted]"'],
    ['"Proxy-Authorization":"Basic dXNlcg=="', '"Proxy-Authorization":"[redacted]"'],
    ['"cookie":"session=\\"x\\"; a=b"', '"cookie":"[redacted]"'],
    ["sent Bearer abc.def-_~+/= to it", "sent Bearer [redacted] to it"],
    [
      "fetch https://acme:s3cret@git.example.com/x failed",
      "fetch https://[redacted]@git.example.com/x failed",
    ],
    ["https://ghp_0123456789abcdef0123@example.com", "https://[redacted]@example.com"],
    ["ssh://git@example.com/x", "ssh://[redacted]@example.com/x"],
    ["token ghp_0123456789abcdef0123 there", "token [redacted] there"],
    ["sk-ant-0123456789abcdef", "[redacted]"],
    ["glpat-0123456789abcdef", "[redacted]"],
    ["/pull-requests/a/b/1?sig=abc_-1&x=1", "/pull-requests/a/b/1?sig=[redacted]&x=1"],
    ["/x?a=1&token=abc", "/x?a=1&token=[redacted]"],
  ];
  it.each(secrets)("%j becomes %j", (line, expected) => {
    expect(redact(line)).toBe(expected);
  });

  const plain = [
    '{"level":"info","path":"/v2/agent/prj_1/job/job_2","ms":3}',
    "see https://example.com/a@b and mail acme@example.com",
    "a bearer of news, basic things",
    "dw_ and dw_x",
    "what? yes & no",
  ];
  it.each(plain)("%j stays", (line) => {
    expect(redact(line)).toBe(line);
  });

  it("leaves JSON valid", () => {
    const value = fc.oneof(fc.string(), fc.constantFrom(key, `https://a:b@c/`, 'Bearer x"y', "?sig=\\"));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("authorization", "msg", "cookie"), value), (fields) => {
        expect(Object.keys(JSON.parse(redact(JSON.stringify(fields))) as object)).toEqual(
          Object.keys(fields),
        );
      }),
    );
  });

  it("takes linear time for hostile lines", () => {
    const hostile = ["dw_", "://", "://a", "bearer ", '"cookie":"', "?sig=", "sk-", "\\", "://x@"].map(
      (part) => part.repeat(200_000 / part.length),
    );
    for (const line of hostile) {
      const ms = cpuMsOf(() => redact(line));
      expect(ms, line.slice(0, 10)).toBeLessThan(1000);
    }
  });
});
