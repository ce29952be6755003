import type { IncomingMessage } from "node:http";
import type { AppError } from "../../errors.ts";
import type { Exchange } from "../exchange.ts";
import { problemHeaders, statusOf } from "../problem.ts";
import { html } from "./html.ts";
import { answerPage } from "./shell.ts";

/** What programs speak to: whatever they accept, they are answered in JSON (R20). */
const programs = /^\/(?:v1|v2|dashboard|web|assets)\//u;

/** Whether a person opened the address in a browser: programs that name HTML first are none that we have met. */
export function isOpenedByPerson({ method, headers, url = "/" }: IncomingMessage): boolean {
  return method === "GET" && headers.accept?.startsWith("text/html") === true && !programs.test(url);
}

/** The same as R20 says, for a person: what is wrong, in a sentence, and where to go. */
export function answerProblemPage(exchange: Exchange, error: AppError): Response {
  const status = statusOf[error.code];
  const title = status === 404 ? "Not found" : "This did not work";
  const root = rootFrom(exchange.incoming.url ?? "/");
  return answerPage(exchange, {
    title: `${title} · Docwright`,
    root,
    status,
    headers: problemHeaders(error),
    body: html`<main class="wide problem">
<p class="brand">Docwright</p>
<h1>${title}</h1>
<p>${error.message}</p>
<p><a href="${root}">Go to the dashboard</a></p>
<p class="quiet">Error ${status}, request <code>${exchange.requestId}</code></p>
</main>`,
  });
}

/** From an address to the service's root, e.g. `../../`, or `./` at its top. */
function rootFrom(target: string): string {
  const depth = (target.split("?", 1)[0] ?? "").split("/").length - 2;
  return depth <= 0 ? "./" : "../".repeat(depth);
}
