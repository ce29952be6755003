/**
 * The way in which a visitor reached the site, derived from the referrer: a search engine, a social network, an AI
 * assistant, no other site (`direct`), or any other site. It is derived at query time, so a change to this table also
 * applies to earlier events.
 */
export const channels = ["search", "social", "ai_assistant", "direct", "other"] as const;
export type Channel = (typeof channels)[number];

interface KnownSite {
  /** In lower case. */
  readonly name: string;
  readonly channel: Exclude<Channel, "direct" | "other">;
}

/**
 * Sites by name, with their hosts and the IDs of their Android apps. Subdomains belong to the site unless they have
 * their own entry. A host in the form `name.*` matches under every public suffix of one or two labels.
 */
const sites: Readonly<Record<KnownSite["channel"], Readonly<Record<string, string>>>> = {
  ai_assistant: {
    ChatGPT: "chatgpt.com chat.openai.com com.openai.chatgpt",
    Perplexity: "perplexity.ai ai.perplexity.app.android",
    Gemini: "gemini.google.com bard.google.com com.google.android.apps.bard",
    NotebookLM: "notebooklm.google.com",
    "AI Studio": "aistudio.google.com",
    Copilot:
      "copilot.microsoft.com copilot.cloud.microsoft m365.cloud.microsoft copilot.com edgeservices.bing.com com.microsoft.copilot",
    Claude: "claude.ai com.anthropic.claude",
    DeepSeek: "chat.deepseek.com com.deepseek.chat",
    Grok: "grok.com ai.x.grok",
    "Le Chat": "chat.mistral.ai ai.mistral.chat",
    "Meta AI": "meta.ai",
    "Duck.ai": "duck.ai",
    You: "you.com",
    Phind: "phind.com",
    Poe: "poe.com",
    Pi: "pi.ai",
    Kimi: "kimi.com kimi.ai kimi.moonshot.cn",
    Doubao: "doubao.com",
    Qwen: "chat.qwen.ai qianwen.com",
    Genspark: "genspark.ai",
    Felo: "felo.ai",
    Manus: "manus.im",
  },
  search: {
    Google: "google.* com.google.android.googlequicksearchbox",
    Bing: "bing.com com.microsoft.bing",
    DuckDuckGo: "duckduckgo.com com.duckduckgo.mobile.android",
    Yahoo: "search.yahoo.com search.yahoo.co.jp",
    Yandex: "yandex.* ya.ru",
    Baidu: "baidu.com",
    Brave: "search.brave.com",
    Ecosia: "ecosia.org",
    Qwant: "qwant.com",
    Startpage: "startpage.com",
    Kagi: "kagi.com",
    Mojeek: "mojeek.com",
    MetaGer: "metager.org metager.de",
    Swisscows: "swisscows.com",
    Naver: "search.naver.com m.search.naver.com",
    Daum: "search.daum.net",
    Seznam: "search.seznam.cz",
    Sogou: "sogou.com",
    "360 Search": "so.com",
    AOL: "search.aol.com",
    Ask: "ask.com",
    Presearch: "presearch.com",
    Marginalia: "marginalia-search.com search.marginalia.nu",
  },
  social: {
    Facebook: "facebook.com fb.com com.facebook.katana",
    Instagram: "instagram.com com.instagram.android",
    Threads: "threads.net threads.com",
    X: "x.com twitter.com t.co com.twitter.android",
    LinkedIn: "linkedin.com lnkd.in com.linkedin.android",
    Reddit: "reddit.com redd.it com.reddit.frontpage",
    YouTube: "youtube.com youtu.be com.google.android.youtube",
    Pinterest: "pinterest.* pin.it",
    TikTok: "tiktok.com",
    Snapchat: "snapchat.com",
    Bluesky: "bsky.app",
    Mastodon: "mastodon.social mastodon.online fosstodon.org hachyderm.io",
    "Hacker News": "news.ycombinator.com",
    Lobsters: "lobste.rs",
    Discord: "discord.com discordapp.com",
    Telegram: "t.me web.telegram.org org.telegram.messenger",
    WhatsApp: "whatsapp.com wa.me com.whatsapp",
    Quora: "quora.com",
    Tumblr: "tumblr.com",
    VK: "vk.com vk.ru",
    Weibo: "weibo.com weibo.cn",
    Zhihu: "zhihu.com",
  },
};

/** Services other than search that are run by operators of search engines. */
const notSearches = new Set(
  ["accounts", "calendar", "chat", "classroom", "cloud", "console.cloud", "docs", "drive", "groups", "mail"]
    .concat(["meet", "sites", "translate"])
    .map((name) => `${name}.google.com`),
);

const byHost = new Map<string, KnownSite>();
const names = new Set<string>();
for (const channel of ["ai_assistant", "search", "social"] as const)
  for (const [name, hosts] of Object.entries(sites[channel])) {
    names.add(name.toLowerCase());
    for (const host of hosts.split(" ")) byHost.set(host, { name: name.toLowerCase(), channel });
  }

/** Host names have at most 253 characters (RFC 1035). */
const hostCharsMax = 253;

/** Returns the site that a referrer belongs to, or null if it is not in the table. */
function findSite(referrer: string): KnownSite | null {
  const host = referrerHost(referrer).toLowerCase();
  if (host.length > hostCharsMax || notSearches.has(host)) return null;
  const labels = host.split(".");
  for (let from = 0; from < labels.length; from++) {
    const own = labels.slice(from);
    const site = byHost.get(own.join(".")) ?? (isOneSite(own) ? byHost.get(`${own[0]}.*`) : undefined);
    if (site !== undefined) return site;
  }
  return null;
}

/** Whether a host is a name under a public suffix such as `de`, `co.uk` or `com.au`. */
function isOneSite([, ...suffix]: readonly string[]): boolean {
  const isShort = suffix.length === 1 || (suffix.length === 2 && (suffix[0] as string).length <= 3);
  return isShort && suffix.every((label) => /^[a-z]{2,}$/u.test(label));
}

/** A referrer is a host, or a host with a path. Returns the host. */
export function referrerHost(referrer: string): string {
  const slash = referrer.indexOf("/");
  return slash === -1 ? referrer : referrer.slice(0, slash);
}

export function channelOf(referrer: string): Channel {
  return referrer === "" ? "direct" : (findSite(referrer)?.channel ?? "other");
}

/** Returns the name of a referrer's site in lower case, such as `chatgpt` for `chat.openai.com`; null if unknown. */
export const siteNameOf = (referrer: string): string | null => findSite(referrer)?.name ?? null;

/** Whether this is the name of a known site, in any case. */
export const isSiteName = (name: string): boolean => names.has(name.toLowerCase());
