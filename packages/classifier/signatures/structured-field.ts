import * as library from "structured-headers";

/**
 * Structured fields (RFC 9651) with our own types, because the library's types use `BufferSource`, which is only
 * defined for browsers. The parse functions throw if the text is not valid.
 */
export type BareItem = number | string | boolean | ArrayBuffer | Date | object;
export type Parameters = ReadonlyMap<string, BareItem>;
export type Item = readonly [BareItem, Parameters];
export type InnerList = readonly [readonly Item[], Parameters];

interface StructuredFields {
  parseDictionary(text: string): ReadonlyMap<string, Item | InnerList>;
  parseItem(text: string): Item;
  serializeItem(item: Item): string;
  serializeInnerList(list: InnerList): string;
}

export const { parseDictionary, parseItem, serializeItem, serializeInnerList } =
  library as unknown as StructuredFields;

export function isInnerList(member: Item | InnerList): member is InnerList {
  return Array.isArray(member[0]);
}
