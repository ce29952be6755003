import { hash } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { limits as countsLimits, createRecentMap } from "#counts";
import { limits } from "../limits.ts";
import { createKeyedHash, type KeyedHash } from "../std/keyed-hash.ts";
import { ownString } from "../std/own-string.ts";
import type { VisitorKey } from "./visitor-keys.ts";

/** Whom an event is of (R56): a name that the site gives its visitor, else where and with what they came. */
export interface Subject {
  readonly visitorId: string | null;
  /** Null where it is not known. */
  readonly ip: string | null;
  readonly userAgent: string;
}

/** A user agent as it is hashed, classified and kept, and the digest that stands for it in what is hashed. */
export interface UserAgent {
  readonly text: string;
  readonly digest: Uint8Array;
}

/** Reads user agents as they were received. There are few: the same text is mostly the same object. */
export function createReadUserAgent(): (received: string) => UserAgent {
  const known = createRecentMap<string, UserAgent>(limits.collect.userAgentsKeptMax);
  return (received) => {
    const before = known.get(received);
    if (before !== undefined) return before;
    const text = ownString(normaliseUserAgent(received));
    const read = { text, digest: hash("sha256", text, "buffer").subarray(0, digestBytes) };
    if (received.length <= userAgentCharsMax) known.set(ownString(received), read);
    return read;
  };
}

export type HashVisitor = (
  key: VisitorKey,
  subject: Omit<Subject, "userAgent"> & { readonly userAgent: UserAgent },
) => Uint8Array;

/**
 * The visitor: 128 bits of HMAC-SHA-256. Of `visitorId` where there is one, else of the network and the user agent; the
 * two never meet, since what is hashed says which it is. The address itself is not kept.
 */
export function createHashVisitor(): HashVisitor {
  // As long as the key itself: one that was destroyed leaves nothing here.
  const keyed = new WeakMap<VisitorKey, KeyedHash>();
  const hashUnder = (key: VisitorKey): KeyedHash => {
    const known = keyed.get(key);
    if (known !== undefined) return known;
    const created = createKeyedHash(key.bytes, messageBytesMax);
    keyed.set(key, created);
    return created;
  };
  return (key, { visitorId, ip, userAgent }) => {
    const { message, digest } = hashUnder(key);
    const length =
      visitorId === null
        ? writeNetwork(message, ip, userAgent)
        : message.write(`id\0${visitorId}`, 0, "utf8");
    return Buffer.from(digest(length).slice(0, visitorBytes), "latin1");
  };
}

/** Answers the length of what it wrote. */
function writeNetwork(message: Buffer, ip: string | null, userAgent: UserAgent): number {
  message.write("net\0", 0, "latin1");
  message.set(userAgent.digest, prefixBytes);
  return networkAt + message.write(networkOf(ip), networkAt, "latin1");
}

const prefixBytes = 4;
const digestBytes = 16;
const networkAt = prefixBytes + digestBytes;
const visitorBytes = 16;
/** A name, at up to three bytes for each of its code units, is the longest. */
const messageBytesMax = prefixBytes + limits.collect.visitorIdCharsMax * 3;

/**
 * The network of an address: the whole of an IPv4 address, the first 64 bits of an IPv6 one, since a household or
 * phone moves about in those that follow. IPv4 within IPv6 is IPv4. Empty for what is no address.
 */
export function networkOf(ip: string | null): string {
  if (ip === null) return "";
  if (isIPv4(ip)) return ip;
  const zone = ip.indexOf("%");
  const bare = zone === -1 ? ip : ip.slice(0, zone);
  if (!isIPv6(bare)) return "";
  const address = ipaddr.process(bare);
  if (address.kind() === "ipv4") return address.toString();
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** One line, single spaces, no more than the bound: the same from every source. */
export function normaliseUserAgent(text: string): string {
  if (isPlain.test(text) && text.length <= userAgentCharsMax) return text;
  return text
    .slice(0, userAgentCharsMax * 2)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, userAgentCharsMax)
    .toWellFormed()
    .trimEnd();
}

const { userAgentCharsMax } = countsLimits;

/** Printable ASCII whose spaces stand alone and inside. */
const isPlain = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/u;
