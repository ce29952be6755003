/** Returns 16 bytes as a UUID, the type that ClickHouse stores them in, because JSON can contain a UUID as text. */
export function toUuid(bytes: Uint8Array, index = 0): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset + index * 16, 16).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const fromUuid = (uuid: string): Uint8Array =>
  Uint8Array.from(Buffer.from(uuid.replaceAll("-", ""), "hex"));
