import type { IpList, IpListId } from "./ip-list.ts";
import anthropicCrawlers from "./shipped/anthropic-crawlers.json" with { type: "json" };
import appleApplebot from "./shipped/apple-applebot.json" with { type: "json" };
import commoncrawlCcbot from "./shipped/commoncrawl-ccbot.json" with { type: "json" };
import mistralUser from "./shipped/mistral-user.json" with { type: "json" };
import openaiChatgptUser from "./shipped/openai-chatgpt-user.json" with { type: "json" };
import openaiGptbot from "./shipped/openai-gptbot.json" with { type: "json" };
import openaiSearchbot from "./shipped/openai-searchbot.json" with { type: "json" };
import perplexityBot from "./shipped/perplexity-bot.json" with { type: "json" };
import perplexityUser from "./shipped/perplexity-user.json" with { type: "json" };

/** The lists shipped with this version. A refreshed list replaces its shipped copy; some lists have no copy here. */
export const shippedIpLists: Readonly<Partial<Record<IpListId, IpList>>> = {
  "anthropic-crawlers": anthropicCrawlers,
  "apple-applebot": appleApplebot,
  "commoncrawl-ccbot": commoncrawlCcbot,
  "mistral-user": mistralUser,
  "openai-chatgpt-user": openaiChatgptUser,
  "openai-gptbot": openaiGptbot,
  "openai-searchbot": openaiSearchbot,
  "perplexity-bot": perplexityBot,
  "perplexity-user": perplexityUser,
};
