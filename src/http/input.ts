import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import type { ErrorDetail } from "../errors.ts";
import { limits } from "../limits.ts";
import { parseJson, type ReadBody, requireJsonType, requireSize } from "./body.ts";
import type { EndpointSpec } from "./endpoint-spec.ts";
import { type Exchange, isRead } from "./exchange.ts";
import { createReadQuery, type QueryOf, type QueryShape } from "./query.ts";
import { detailsOf, invalidRequest } from "./wire/inputs.ts";

export interface Input<Query extends QueryShape, Body extends z.ZodType> {
  readonly query: QueryOf<Query>;
  readonly body: z.output<Body>;
  /** The raw bytes of the body. */
  readonly bytes: Buffer;
  readonly idempotencyKey: string | null;
}

export type ReadInput<Query extends QueryShape, Body extends z.ZodType> = (
  exchange: Exchange,
  readBody: ReadBody,
) => Input<Query, Body> | Promise<Input<Query, Body>>;

/**
 * Returns a function that reads an endpoint's input: content type, size, body and query, in this order (R23). All
 * problems with the body, query and headers are reported together. Without a body, the function is synchronous.
 */
export function createReadInput<Query extends QueryShape, Body extends z.ZodType>(
  spec: EndpointSpec<Query, Body>,
): ReadInput<Query, Body> {
  const readQuery = createReadQuery(spec.query ?? ({} as Query));

  function read(exchange: Exchange, bytes: Buffer): Input<Query, Body> {
    const { incoming } = exchange;
    const details: ErrorDetail[] = [];
    const body = spec.body === undefined ? undefined : readJson(spec.body, bytes, details);
    const query = readQuery(incoming.url ?? "", details);
    const idempotencyKey = spec.idempotent === true ? readIdempotencyKey(incoming, details) : null;
    if (details.length > 0) throw invalidRequest(details);
    return { query, body: body as z.output<Body>, bytes, idempotencyKey };
  }

  return (exchange, readBody) => {
    if (spec.body !== undefined) requireJsonType(exchange);
    if (!isRead(exchange.incoming.method)) requireSize(exchange);
    if (spec.body === undefined) return read(exchange, nothing);
    return readBody(exchange, limits.http.bodyBytesMax).then((bytes) => read(exchange, bytes));
  };
}

const nothing = Buffer.alloc(0);

function readJson<Body extends z.ZodType>(schema: Body, bytes: Buffer, details: ErrorDetail[]): unknown {
  const before = details.length;
  const json = parseJson(bytes, details);
  if (details.length > before) return undefined;
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  details.push(...detailsOf(parsed.error));
  return undefined;
}

const { idempotencyKeyCharsMax } = limits.http;

/** R25. Returns null if no key was sent. Adds a problem to `details` if the key is invalid. */
function readIdempotencyKey(incoming: IncomingMessage, details: ErrorDetail[]): string | null {
  const header = incoming.headers["idempotency-key"];
  if (header === undefined) return null;
  const key = String(header);
  if (/^[\x20-\x7e]+$/u.test(key) && key.length <= idempotencyKeyCharsMax) return key;
  const message = `Idempotency-Key must have 1 to ${idempotencyKeyCharsMax} printable ASCII characters.`;
  details.push({ path: "Idempotency-Key", message });
  return null;
}
