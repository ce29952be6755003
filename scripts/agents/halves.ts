import { createHash } from "node:crypto";

/**
 * Whether the authors of rules may look at a product's user agents in the lists. The other half is only counted, so
 * that it shows how well the rules work on products that they weren't written for. All user agents of one product are
 * in the same half, in every list. Don't change this function or `productNameOf`, because the two halves would then
 * mix.
 */
export function isOpen(product: string): boolean {
  const key = product.toLowerCase().replace(/[^a-z0-9]/gu, "");
  return (createHash("sha256").update(key).digest()[0] ?? 0) % 2 === 0;
}

/**
 * Returns the name of the program that sends a user agent: the part after `compatible`, otherwise the first product
 * that most browsers don't name, otherwise the first product in a comment, otherwise the browser. This deliberately
 * doesn't use the classifier's own grammar, which changes with its rules.
 */
export function productNameOf(userAgent: string): string {
  const text = userAgent.replace(/(?:\+?https?:\/\/|www\.|mailto:)[^\s;,()]+/giu, " ");
  const compatible = /compatible[;,]\s*([^;,()]+)/iu.exec(text)?.[1];
  if (compatible !== undefined && withoutVersion(compatible) !== "") return withoutVersion(compatible);
  const outside = text.replace(/\([^()]*\)?/gu, " ");
  const own = (words: readonly string[]) =>
    words.map(withoutVersion).find((name) => name !== "" && !commonProducts.has(name.toLowerCase()));
  const inside = [...text.matchAll(/[\w.-]+\/v?\d/gu)].map(([product]) => product);
  return own(outside.split(/[\s;,)]+/u)) ?? own(inside) ?? (/chrome\//iu.test(text) ? "Chrome" : "Safari");
}

const withoutVersion = (product: string): string =>
  product
    .trim()
    .replace(/(?:\/|[\s-]v?\d).*$/su, "")
    .trim();

const commonProducts: ReadonlySet<string> = new Set(
  "mozilla applewebkit khtml like gecko chrome chromium safari version mobile build".split(" "),
);
