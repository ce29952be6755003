/** An address in a user agent, such as `+https://example.com/bot` or `www.example.com`, up to its last character. */
const address = /(?:\+(?=[a-z])|https?:\/\/|www\.|mailto:)[^\s;,()]+/giu;

/**
 * Removes addresses, and names after `like` or `not`, from a user agent. The address `https://example.com/gptbot` may
 * belong to a different bot, and `like GPTBot` refers to a different program.
 */
export function ownPartOf(userAgent: string): string {
  return userAgent.replace(address, " ").replace(/\b(?:like|not) [\p{L}\p{N}_-]+/giu, " ");
}

/** An address after one of these words belongs to another program: `like https://example.com/bot`. */
const ofAnother = /\b(?:like|not|see)\s+\+?(?:https?:\/\/|www\.)[^\s;,()]+/giu;

/**
 * Returns the sender's own addresses in a user agent, in lower case and without the scheme. An e-mail address counts as
 * its domain.
 */
export function ownAddressesOf(userAgent: string): readonly string[] {
  return (userAgent.replace(ofAnother, " ").match(address) ?? []).map((text) =>
    text.toLowerCase().replace(/^\+?(?:https?:\/\/)?(?:mailto:)?(?:[^/]*@)?/u, ""),
  );
}

/** Returns the host of an address without a scheme. */
export const hostOf = (ownAddress: string): string => ownAddress.replace(/[/:?#].*$/su, "");

/**
 * Returns the names by which a user agent identifies its sender, parsed with the grammar of RFC 9110: first the parts
 * of comments that follow `compatible` or have a version, then the products outside comments. Omits the other parts of
 * comments, which name phones and operating systems.
 */
export function namesOf(userAgent: string): readonly string[] {
  const { inComments, products } = readNames(userAgent);
  return [...inComments, ...products];
}

/** Returns the same names as `namesOf`, but products outside comments come first. */
export function productsOf(userAgent: string): readonly string[] {
  const { inComments, products } = readNames(userAgent);
  return [...products, ...inComments];
}

function readNames(userAgent: string): { inComments: readonly string[]; products: readonly string[] } {
  const inComments: string[] = [];
  let products = "";
  for (const part of ownPartOf(userAgent).split(/([()])/u)) {
    // Browsers name the engines that they resemble.
    if (part === "(" || part === ")" || /^\s*KHTML\b[^;]*$/iu.test(part)) continue;
    if (!part.includes(";") && !/^\s*compatible/iu.test(part)) products += ` ${part}`;
    else {
      let isAfterCompatible = false;
      for (const piece of part.split(";")) {
        const text = piece.trim();
        if (isAfterCompatible || /^[\p{L}][\w .-]*\/v?\d/u.test(text)) inComments.push(text);
        isAfterCompatible ||= /^compatible$/iu.test(text);
      }
    }
  }
  return {
    inComments: withoutVersions(inComments),
    products: withoutVersions(products.split(/(?<=\/\S*)\s+/u)),
  };
}

function withoutVersions(names: readonly string[]): readonly string[] {
  return names.map((name) => name.replace(/\/.*$/su, "").trim()).filter((name) => name !== "");
}
