import { answerContent } from "../answer.ts";
import type { Exchange } from "../exchange.ts";

/** Returns a JSON response that sets cookies. `cookies` are full `Set-Cookie` values. */
export function withCookies(exchange: Exchange, body: object, cookies: readonly string[]): Response {
  const answer = answerContent(exchange, 200, { type: "application/json", body: JSON.stringify(body) });
  for (const cookie of cookies) answer.headers.append("set-cookie", cookie);
  return answer;
}

/** Returns the value of a cookie, or null if the browser did not send it. */
export function readCookie({ incoming }: Exchange, name: string): string | null {
  for (const pair of (incoming.headers.cookie ?? "").split("; ")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at) === name) return pair.slice(at + 1);
  }
  return null;
}
