import { readFileSync } from "node:fs";
import { getCACertificates } from "node:tls";
import { AppError } from "../errors.ts";

/** What names a file of certificates in PEM, for every program that goes by it. */
const variables = ["SSL_CERT_FILE", "GIT_SSL_CAINFO", "NODE_EXTRA_CA_CERTS"] as const;

/**
 * The certificates of authorities that are trusted where the operator names a file of further ones: those, and all that
 * are trusted without it, Node's and the machine's. Null where none is named: then everybody trusts what they do by
 * themselves. Throws `invalid_request` with the variable whose file cannot be used.
 */
export function readAuthorities(network: Readonly<Record<string, string>>): readonly string[] | null {
  const files = new Map(variables.flatMap((name) => (network[name] ? [[network[name], name]] : [])));
  if (files.size === 0) return null;
  const given = [...files].map(([path, name]) => readFile(path, name));
  return [...new Set([...getCACertificates("default"), ...getCACertificates("system"), ...given])];
}

function readFile(path: string, variable: string): string {
  let text = "";
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new AppError("invalid_request", `${variable} names a file that cannot be read.`, { cause });
  }
  if (!/^-----BEGIN CERTIFICATE-----$/mu.test(text))
    throw new AppError("invalid_request", `${variable} names a file that holds no certificate in PEM.`);
  return text;
}

const codes: ReadonlySet<unknown> = new Set([
  ...["SELF_SIGNED_CERT_IN_CHAIN", "DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  ...["UNABLE_TO_GET_ISSUER_CERT", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "CERT_UNTRUSTED", "CERT_REJECTED"],
  ...["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID", "ERR_TLS_CERT_ALTNAME_INVALID"],
]);

/** Whether a request failed since the other side's certificate is not trusted. Told by Node's codes (OpenSSL's words). */
export function isUntrusted(error: unknown): boolean {
  return error instanceof Error && "code" in error && codes.has(error.code);
}

/** What an operator can do then. */
export const howToTrust =
  "Where it is of a private authority, name the file of that authority's certificate in SSL_CERT_FILE and start the service again; else it has expired, or is for another name.";
