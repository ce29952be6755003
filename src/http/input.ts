import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import type { ErrorDetail } from "../errors.ts";
import { limits } from "../limits.ts";
import { parseJson, readBody, requireJsonType, requireSize } from "./body.ts";
import type { EndpointSpec } from "./endpoint-spec.ts";
import { type Exchange, isRead } from "./exchange.ts";
import { type QueryOf, type QueryShape, readQuery } from "./query.ts";
import { detailsOf, invalidRequest } from "./wire/inputs.ts";

export interface Input<Query extends QueryShape, Body extends z.ZodType> {
  readonly query: QueryOf<Query>;
  readonly body: z.output<Body>;
  /** The body's bytes, as they came. */
  readonly bytes: Buffer;
  readonly idempotencyKey: string | null;
}

const nothing = Buffer.alloc(0);

/** Content type, size, body and query, in this order (R23); then every fault of body, query and headers at once. */
export async function readInput<Query extends QueryShape, Body extends z.ZodType>(
  spec: EndpointSpec<Query, Body>,
  exchange: Exchange,
): Promise<Input<Query, Body>> {
  const { incoming } = exchange;
  if (spec.body !== undefined) requireJsonType(exchange);
  if (!isRead(incoming.method)) requireSize(exchange);
  const bytes = spec.body === undefined ? nothing : await readBody(exchange);
  const details: ErrorDetail[] = [];
  const body = spec.body === undefined ? undefined : readJson(spec.body, bytes, details);
  const query = readQuery(incoming.url ?? "", spec.query ?? ({} as Query), details);
  const idempotencyKey = spec.idempotent === true ? readIdempotencyKey(incoming, details) : null;
  if (details.length > 0) throw invalidRequest(details);
  return { query, body: body as z.output<Body>, bytes, idempotencyKey };
}

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

/** R25. Null where none was sent; adds to `details` where it is none that may be sent. */
function readIdempotencyKey(incoming: IncomingMessage, details: ErrorDetail[]): string | null {
  const header = incoming.headers["idempotency-key"];
  if (header === undefined) return null;
  const key = String(header);
  if (/^[\x20-\x7e]+$/u.test(key) && key.length <= idempotencyKeyCharsMax) return key;
  const message = `Idempotency-Key must have 1 to ${idempotencyKeyCharsMax} printable ASCII characters.`;
  details.push({ path: "Idempotency-Key", message });
  return null;
}
