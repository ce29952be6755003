import { readerEvents } from "./readers.ts";

const pages = [
  ...["/", "/quickstart", "/guides/deploy", "/guides/custom-domains", "/reference/cli", "/concepts"],
  ...["/reference/errors", "/guides/environment-variables", "/reference/configuration", "/guides/rollbacks"],
  ...["/guides/teams", "/reference/api", "/changelog"],
];
const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const agent = (name: string) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${name})`;
const chatgpt = agent("ChatGPT-User/1.0; +https://openai.com/bot");
const gptbot = agent("GPTBot/1.3; +https://openai.com/gptbot");

interface Reader {
  readonly userAgent: string;
  /** The start of the address; the rest is random. */
  readonly network: string;
}

/** People; agents with addresses that their operators publish; and agents and other programs with other addresses. */
const readers: readonly Reader[] = [
  ...Array.from({ length: 14 }, (_, index) => ({ userAgent: chrome, network: `203.0.${index % 8}.` })),
  { userAgent: chatgpt, network: "4.151.71.18" },
  { userAgent: gptbot, network: "20.171.206." },
  { userAgent: agent("ClaudeBot/1.0; +claudebot@anthropic.com"), network: "216.73.216." },
  { userAgent: agent("PerplexityBot/1.0; +https://perplexity.ai/perplexitybot"), network: "203.0.9." },
  { userAgent: "claude-code/2.1.4 (cli)", network: "203.0.12." },
  { userAgent: agent("Googlebot/2.1; +http://www.google.com/bot.html"), network: "66.249.66." },
  { userAgent: gptbot, network: "45.77.12." },
  { userAgent: "curl/8.5.0", network: "45.77.12." },
];
const sites = [
  ...["https://www.google.com/", "https://www.google.com/", "https://news.ycombinator.com/", ""],
  ...["https://github.com/acme/cloud", "https://chatgpt.com/", ""],
];
const dayMs = 24 * 60 * 60 * 1000;
const atOnce = 5000;

/** A hundred days of visits up to now, with more on working days. Every run generates the same visits. */
export async function sendVisits(address: string, key: string): Promise<void> {
  // Park and Miller's generator. Screens are compared by eye, so the numbers must be the same every time.
  let state = 7;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const one = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
  const events: object[] = Array.from({ length: 100 }, (_, day) => day).flatMap((day) => {
    const end = Date.now() - day * dayMs;
    const isWeekend = [0, 6].includes(new Date(end).getUTCDay());
    return Array.from({ length: (isWeekend ? 40 : 110) + random(40) - Math.floor(day / 3) }, () => {
      const { userAgent, network } = one(readers);
      return {
        path: pages[Math.min(random(pages.length), random(pages.length))],
        timestamp: new Date(end - random(day === 0 ? dayMs / 12 : dayMs)).toISOString(),
        ip: network + (network.endsWith(".") ? random(250) : random(10)),
        userAgent,
        referrer: one(sites),
      };
    });
  });
  events.push(...readerEvents());
  for (let at = 0; at < events.length; at += atOnce) {
    const response = await fetch(address, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(events.slice(at, at + atOnce)),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`the service returned ${response.status}: ${answer}`);
  }
}
