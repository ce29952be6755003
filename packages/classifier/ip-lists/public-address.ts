import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** IANA has allocated no other IPv6 addresses to operators. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/** Whether an address is on the public internet. Proxies, local networks and examples use other addresses. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  return address.range() === "unicast" && (address.kind() === "ipv4" || address.match(globalUnicast));
}

/** Whether the text is a single address, or a CIDR range written with the first address of the range. */
export function isWholeRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  if (isIP(address) === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  if (!/^(?:0|[1-9][0-9]{0,2})$/u.test(bits) || !ipaddr.isValidCIDR(text)) return false;
  const networkOf = isIP(address) === 4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return networkOf.networkAddressFromCIDR(text).toString() === ipaddr.parse(address).toString();
}

/** Converts an IPv4 address from the form in which IPv6 sockets report it. */
export function unmapped(ip: string): string {
  const rest = ip.toLowerCase().startsWith("::ffff:") ? ip.slice(7) : ip;
  return isIPv4(rest) ? rest : ip;
}
