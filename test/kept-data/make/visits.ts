/** An event of the interface (R51), as a server sends it. */
export interface Visit {
  readonly timestamp: string;
  readonly path?: string;
  readonly url?: string;
  readonly id?: string;
  readonly ip?: string;
  readonly visitorId?: string;
  readonly userAgent?: string;
  readonly referrer?: string;
  readonly method?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const dayMs = 86_400_000;
const pages = [
  ...["/", "/quickstart", "/guides/deploy", "/guides/custom-domains", "/reference/cli", "/concepts"],
  ...["/reference/errors", "/guides/environment-variables", "/reference/configuration", "/guides/rollbacks"],
  ...["/guides/teams/invite", "/guides/café", "/changelog"],
];
const sites = [
  "https://www.google.com/search?q=acme",
  "",
  "https://github.com/acme/cloud",
  "",
  "https://chatgpt.com/",
];
export const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const agent = (name: string) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${name})`;
const gptbot = agent("GPTBot/1.3; +https://openai.com/gptbot");

/** People, AI agents with published and unpublished addresses, visitors seen as both person and agent, and bots. */
const readers: readonly Omit<Visit, "timestamp">[] = [
  ...Array.from({ length: 12 }, (_, n) => ({
    userAgent: n % 3 === 0 ? firefox : chrome,
    ip: `203.0.113.${n}`,
  })),
  ...Array.from({ length: 4 }, (_, n) => ({ userAgent: firefox, ip: `2001:db8:0:${n}::7` })),
  ...Array.from({ length: 4 }, (_, n) => ({ userAgent: chrome, visitorId: `reader-${n}` })),
  ...Array.from({ length: 2 }, (_, n) => ({
    userAgent: "claude-code/2.1.4 (cli)",
    visitorId: `reader-${n}`,
  })),
  { userAgent: gptbot, ip: "20.171.206.7" },
  { userAgent: gptbot, ip: "198.51.100.9" },
  { userAgent: agent("ChatGPT-User/1.0; +https://openai.com/bot"), ip: "4.151.71.18" },
  { userAgent: agent("PerplexityBot/1.0; +https://perplexity.ai/perplexitybot"), ip: "203.0.113.200" },
  { userAgent: "ourreader/2.0", ip: "203.0.113.201", headers: { accept: "text/markdown" } },
  { userAgent: agent("Googlebot/2.1; +http://www.google.com/bot.html"), ip: "66.249.66.1" },
  { userAgent: "curl/8.5.0", ip: "203.0.113.202" },
];

/** Requests that do not count as views. */
const ignored: readonly Partial<Visit>[] = [
  { status: 404 },
  { status: 301 },
  { method: "HEAD" },
  { path: "/images/logo.png" },
];

/** Returns the visits from one time (inclusive) to another (exclusive), the same in every run. */
export function visitsBetween(from: string, until: string, perDay = 12): Visit[] {
  const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)];
  const visits: Visit[] = [];
  for (let day = Math.floor(fromMs / dayMs); day * dayMs < untilMs; day++)
    for (const visit of visitsOn(day, perDay)) {
      const at = Date.parse(visit.timestamp);
      if (at >= fromMs && at < untilMs) visits.push(visit);
    }
  return visits;
}

function visitsOn(day: number, perDay: number): Visit[] {
  // Park and Miller's generator, seeded with the day.
  let state = day;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let n = 0; n < 5; n++) random(1);
  const one = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
  return Array.from({ length: perDay - (day % 7 < 2 ? 5 : 0) + random(4) }, (_, n) => ({
    ...one(readers),
    timestamp: new Date(day * dayMs + random(dayMs)).toISOString(),
    path: pages[Math.min(random(pages.length), random(pages.length))] ?? "/",
    referrer: one(sites),
    ...(n % 5 === 0 ? { id: `${day}-${n}` } : {}),
    ...(n % 9 === 8 ? one(ignored) : {}),
  }));
}

/** Visits in the Combined Log Format. */
export function toCombinedLog(visits: readonly Visit[]): string {
  return visits
    .filter(({ ip }) => ip !== undefined)
    .map(({ timestamp, ip, path, userAgent, referrer, method = "GET", status = 200 }) => {
      const [, day, month, year, time] = new Date(timestamp).toUTCString().split(/[ ,]+/u);
      const at = `[${day}/${month}/${year}:${time} +0000]`;
      return `${ip} - - ${at} "${method} ${path} HTTP/1.1" ${status} 512 "${referrer || "-"}" "${userAgent}"`;
    })
    .join("\n");
}
