import { LogError } from "./errors.ts";

/** The bytes that are needed to recognize an encoding. */
export const encodingBytes = 6;

/** Each compression that isn't supported, with its first bytes and the command that decompresses it. */
const compressions: readonly (readonly [name: string, command: string, first: readonly number[]])[] = [
  ["xz", "xz -d", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ["bzip2", "bzip2 -d", [0x42, 0x5a, 0x68, -1, 0x31, 0x41]],
  ["zip", "unzip", [0x50, 0x4b, 0x03, 0x04]],
  ["lz4", "lz4 -d", [0x04, 0x22, 0x4d, 0x18]],
  ["compress", "uncompress", [0x1f, 0x9d]],
];

/** Throws `invalid_request` if a log's first bytes are in a compression or encoding that can't be read. */
export function refuseEncoding(bytes: Uint8Array): void {
  for (const [name, command, first] of compressions)
    if (first.every((byte, at) => byte === -1 || bytes[at] === byte))
      throw unreadable(
        `The log is compressed with ${name}. Decompress it first (${command}), or compress it with gzip or zstd.`,
      );
  if (isUtf16(bytes))
    throw unreadable(
      "The log is in UTF-16. Convert it to UTF-8 first, for example with iconv -f UTF-16 -t UTF-8.",
    );
}

/** Whether there is a byte order mark, or every other byte is zero, as in Latin text without a mark. */
function isUtf16(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  const [isFirst, isSecond] = [a === 0 && c === 0, b === 0 && d === 0];
  return isFirst !== isSecond;
}

function unreadable(message: string): LogError {
  return new LogError("invalid_request", message, { fields: { details: [{ message }] } });
}
