import type { KeyDirectory } from "./key-directory.ts";

/** The keys shipped with this version, indexed by signer. A refreshed directory replaces them. */
export const shippedKeys: Readonly<Record<string, KeyDirectory>> = {
  "chatgpt.com": {
    date: "2026-09-11",
    keys: [
      { kty: "OKP", crv: "Ed25519", x: "7F_3jDlxaquwh291MiACkcS3Opq88NksyHiakzS-Y1g", nbf: 1_735_689_600 },
    ],
  },
};
