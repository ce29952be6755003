import { AppError, type ErrorDetail } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Clock } from "../std/clock.ts";
import type { Exchange } from "./exchange.ts";

const { bodyBytesMax } = limits.http;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Requires `application/json`, UTF-8 if a charset is given, and no compression. */
export function requireJsonType({ incoming }: Exchange): void {
  const [type = "", ...parameters] = (incoming.headers["content-type"] ?? "").toLowerCase().split(";");
  const isUtf8 = parameters.every((parameter) => {
    const [name = "", value = ""] = parameter.split("=");
    return name.trim() !== "charset" || /^"?utf-?8"?$/u.test(value.trim());
  });
  if (type.trim() !== "application/json" || !isUtf8)
    throw new AppError(
      "unsupported_media_type",
      "Send the body as JSON in UTF-8, with the header Content-Type: application/json.",
    );
  const encoding = incoming.headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    throw new AppError(
      "unsupported_media_type",
      "Send the body uncompressed, without a Content-Encoding header.",
    );
}

/** Throws 413 before reading a body whose Content-Length is too large. */
export function requireSize({ incoming }: Exchange, bytesMax: number = bodyBytesMax): void {
  if (Number(incoming.headers["content-length"] ?? 0) > bytesMax) throw tooLarge(bytesMax);
}

export function tooLarge(bytesMax: number): AppError {
  return new AppError("payload_too_large", `The body is too large. The limit is ${bytesMax} bytes.`);
}

/**
 * Reads the whole body. Keeps at most `bytesMax` plus one chunk in memory: the rest isn't read, and the server closes
 * the connection after the response. Rejects if the client disconnects or exceeds the request timeout.
 */
export function readBody(exchange: Exchange, bytesMax: number, clock: Clock): Promise<Buffer> {
  const { incoming, outgoing } = exchange;
  if (exchange.expectsContinue) outgoing.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const late = new AbortController();
    const settle = (finish: () => void) => {
      late.abort();
      incoming.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
      finish();
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes <= bytesMax) return;
      incoming.pause();
      settle(() => reject(tooLarge(bytesMax)));
    };
    const onEnd = () =>
      settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const onGone = () =>
      settle(() => reject(new ClientGone("the client disconnected before sending its whole body")));
    incoming.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
    if (incoming.readableEnded) return onEnd();
    if (incoming.destroyed) return onGone();
    const onLate = () => settle(() => reject(new AppError("invalid_request", tooLate)));
    clock.sleep(limits.http.requestMs, late.signal).then(onLate, () => undefined);
  });
}

const tooLate = "The request took too long to arrive. Send it again.";

/** The client has disconnected, so there is nobody to respond to. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** Parses a JSON body. Adds any problems to `details`; in that case, the result must not be used. */
export function parseJson(bytes: Buffer, details: ErrorDetail[]): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    details.push({ message: "The body is not UTF-8." });
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    const message = text === "" ? "The body is empty. Send a JSON object." : "The body is not valid JSON.";
    details.push({ message });
    return undefined;
  }
}
