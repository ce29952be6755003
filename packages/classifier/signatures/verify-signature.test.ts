import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { RequestSignals } from "../request-signals.ts";
import { type PublicJwk, parseKeyDirectory, thumbprintOf } from "./key-directory.ts";
import { signedText } from "./signed-text.ts";
import { type InnerList, parseDictionary } from "./structured-field.ts";
import { createSignatureCheck } from "./verify-signature.ts";

/** RFC 9421, B.1.4: a published key pair, which proves nothing. */
const testKey = { kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" };
const testKeyPrivate = "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const jwk = publicKey.export({ format: "jwk" }) as PublicJwk;
const other = generateKeyPairSync("ed25519").privateKey;
const nowMs = Date.UTC(2026, 10, 1, 12);
const now = nowMs / 1000;
const directories = { "agent.example": { date: "2026-11-01", keys: [jwk, testKey] } };
const check = createSignatureCheck(directories);

interface SignedRequest {
  readonly components: string;
  readonly params: string;
  /** The signed lines, written by hand according to RFC 9421. */
  readonly lines: readonly string[];
  readonly key: KeyObject;
  readonly agent: string | undefined;
  readonly timeMs: number;
  readonly authority: string | null;
}

const keyId = thumbprintOf(jwk);
const agentText = '"https://agent.example"';
const usual: SignedRequest = {
  components: '("@authority" "signature-agent")',
  params: `;created=${now - 10};expires=${now + 290};keyid="${keyId}";alg="ed25519";tag="web-bot-auth"`,
  lines: ['"@authority": docs.example.com', `"signature-agent": ${agentText}`],
  key: privateKey,
  agent: agentText,
  timeMs: nowMs,
  authority: "docs.example.com",
};

function request(overrides: Partial<SignedRequest> = {}): RequestSignals {
  const { components, params, lines, key, agent, timeMs, authority } = { ...usual, ...overrides };
  const base = [...lines, `"@signature-params": ${components}${params}`].join("\n");
  const signature = sign(null, Buffer.from(base), key).toString("base64");
  return {
    source: "server",
    userAgent: "Mozilla/5.0",
    headers: {
      "signature-agent": agent,
      "signature-input": `sig1=${components}${params}`,
      signature: `sig1=:${signature}:`,
    },
    ip: null,
    method: "GET",
    path: "/guides/start?x=1",
    authority,
    timeMs,
  };
}

const paramsWith = (some: { created?: number; expires?: number; keyid?: string; tag?: string }) =>
  `;created=${some.created ?? now - 10};expires=${some.expires ?? now + 290};keyid="${some.keyid ?? keyId}";tag="${some.tag ?? "web-bot-auth"}"`;

describe("a signature", () => {
  test.each<[string, Partial<SignedRequest>, string | null]>([
    ["by the signer, over the authority and the signer's name", {}, "valid"],
    ["with the authority in capitals and its port", { authority: "DOCS.example.com:443" }, "valid"],
    ["without an algorithm", { params: paramsWith({}) }, "valid"],
    [
      "over the whole target",
      {
        components: '("@method" "@path" "@query" "@target-uri" "signature-agent")',
        lines: [
          '"@method": GET',
          '"@path": /guides/start',
          '"@query": ?x=1',
          '"@target-uri": https://docs.example.com/guides/start?x=1',
          `"signature-agent": ${agentText}`,
        ],
      },
      "valid",
    ],
    [
      "with a signer in a dictionary",
      {
        agent: 'g="https://agent.example"',
        components: '("@authority" "signature-agent";key="g")',
        lines: ['"@authority": docs.example.com', '"signature-agent";key="g": "https://agent.example"'],
      },
      "valid",
    ],
    ["for another site", { authority: "evil.example" }, "forged"],
    ["with another key", { key: other }, "forged"],
    ["that has expired", { params: paramsWith({ created: now - 600, expires: now - 300 }) }, "expired"],
    ["from the future", { params: paramsWith({ created: now + 300, expires: now + 600 }) }, "expired"],
    ["a second too old for the clock tolerance", { timeMs: nowMs + 351_000 }, "expired"],
    ["within the clock tolerance", { timeMs: nowMs + 349_000 }, "valid"],
    ["valid for a month", { params: paramsWith({ expires: now + 30 * 86_400 }) }, "unverified"],
    ["with an unpublished key", { params: paramsWith({ keyid: "AAAA" }) }, "unverified"],
    ["by an unknown signer", { agent: '"https://other.example"' }, "unverified"],
    ["for another purpose", { params: paramsWith({ tag: "checkout" }) }, "unverified"],
    [
      "that covers no part of the request",
      { components: '("signature-agent")', lines: [`"signature-agent": ${agentText}`] },
      "unverified",
    ],
    [
      "that does not cover the signer",
      { components: '("@authority")', lines: ['"@authority": docs.example.com'] },
      "unverified",
    ],
    [
      "over an unknown header",
      { components: '("@authority" "signature-agent" "cookie")', lines: [...usual.lines, '"cookie": a=b'] },
      "unverified",
    ],
    ["for a site with an unknown name", { authority: null }, "unverified"],
    ["without a signer", { agent: undefined }, null],
    ["whose signer is not an https URL", { agent: '"http://agent.example"' }, null],
    ["whose signer is not a structured field", { agent: '"https://agent.example' }, null],
  ])("%s", (_name, overrides, verdict) => {
    expect(check(request(overrides))?.verdict ?? null).toBe(verdict);
  });

  test("made with RFC 9421's test key proves nothing, even if a signer publishes the key", () => {
    const key = { key: { ...testKey, d: testKeyPrivate }, format: "jwk" } as never;
    const keyid = thumbprintOf(testKey);
    // This thumbprint is in the draft's appendix.
    expect(keyid).toBe("poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U");
    expect(check(request({ params: paramsWith({ keyid }), key }))?.verdict).toBe("forged");
  });

  test("made with a key outside its validity period is not verified", () => {
    const keys = [{ ...jwk, nbf: now - 3600, exp: now - 60 }];
    const late = createSignatureCheck({ "agent.example": { date: "2026-11-01", keys } });
    expect(late(request())?.verdict).toBe("unverified");
    expect(late(request({ timeMs: nowMs - 61_000 }))?.verdict).toBe("valid");
  });

  test("is ignored if it is longer than any real one", () => {
    const { headers, ...rest } = request();
    expect(check({ ...rest, headers: { ...headers, signature: `sig1=:${"A".repeat(5000)}:` } })).toBeNull();
  });
});

describe("the signed text", () => {
  test("matches the draft's test vector (draft-ietf-webbotauth-httpsig-protocol-00, E.2.1)", () => {
    const input =
      'sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"';
    const signature =
      "RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==";
    const member = parseDictionary(input).get("sig2") as InnerList;
    const asked = {
      ...request({ agent: 'agent2="https://signature-agent.test"', authority: null }),
      path: "https://example.com/",
    };
    const text = signedText(asked, member) ?? "";
    const key = createPublicKey({ key: testKey, format: "jwk" });
    expect(verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"))).toBe(true);
  });
});

describe("parseKeyDirectory", () => {
  test("keeps the Ed25519 keys of a published set, identified by their values and not by `kid`", () => {
    const published = {
      keys: [
        { ...jwk, kid: "whatever", use: "sig" },
        { kty: "RSA", n: "AQAB", e: "AQAB" },
      ],
      purpose: "ai",
    };
    const { keys, date } = parseKeyDirectory(published, { readOn: "2026-11-01" });
    expect([keys.map(({ x }) => x), date]).toEqual([[jwk.x], "2026-11-01"]);
  });
  test.each([[{}], [[]], ["x"], [{ keys: [] }], [{ keys: [{ kty: "OKP", crv: "Ed25519", x: "c2hvcnQ" }] }]])(
    "rejects %j",
    (value) => {
      expect(() => parseKeyDirectory(value, { readOn: "2026-11-01" })).toThrow(/expected/u);
    },
  );
});
