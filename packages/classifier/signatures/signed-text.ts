import { type RequestSignals, type SignalHeader, signalHeaders, splitTarget } from "../request-signals.ts";
import {
  type InnerList,
  type Item,
  isInnerList,
  parseDictionary,
  serializeInnerList,
  serializeItem,
} from "./structured-field.ts";

/** Returns the text that a signature covers (RFC 9421, 2.5); null if a covered part is unknown. Assumes https. */
export function signedText(request: RequestSignals, input: InnerList): string | null {
  const [components] = input;
  const lines: string[] = [];
  for (const component of components) {
    const value = componentValue(request, component);
    if (value === null) return null;
    lines.push(`${serializeItem(component)}: ${value}`);
  }
  return [...lines, `"@signature-params": ${serializeInnerList(input)}`].join("\n");
}

function componentValue(request: RequestSignals, [name, params]: Item): string | null {
  if (typeof name !== "string") return null;
  if (!name.startsWith("@")) return headerValue(request, name, params);
  return params.size > 0 ? null : derivedValue(request, name);
}

/** RFC 9421, 2.2. */
function derivedValue(request: RequestSignals, name: string): string | null {
  const { target: full, authority: sentTo } = splitTarget(request);
  const authority = sentTo?.toLowerCase().replace(/:443$/u, "") ?? null;
  const target = full.split("#")[0] ?? full;
  const query = target.indexOf("?");
  switch (name) {
    case "@method":
      return request.method;
    case "@authority":
      return authority;
    case "@scheme":
      return "https";
    case "@request-target":
      return target;
    case "@target-uri":
      return authority === null ? null : `https://${authority}${target}`;
    case "@path":
      return query === -1 ? target : target.slice(0, query);
    case "@query":
      return query === -1 ? "?" : target.slice(query);
    default:
      return null;
  }
}

/** RFC 9421, 2.1: the whole field or, with `key`, one member of a dictionary. */
function headerValue({ headers, userAgent }: RequestSignals, name: string, params: Item[1]): string | null {
  const value = name === "user-agent" ? userAgent : isSignalHeader(name) ? headers?.[name] : undefined;
  if (value === undefined) return null;
  if (params.size === 0) return value.trim();
  const key = params.get("key");
  if (params.size > 1 || typeof key !== "string") return null;
  const member = parseDictionary(value).get(key);
  if (member === undefined) return null;
  return isInnerList(member) ? serializeInnerList(member) : serializeItem(member);
}

function isSignalHeader(name: string): name is SignalHeader {
  return signalHeaders.some((header) => header === name);
}
