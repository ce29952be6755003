import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AiCategory } from "#classifier";
import { root } from "../root.ts";
import { examplesOf } from "./examples-of.ts";

/** A user agent and its sender, according to a published list. */
export interface Published {
  readonly list: string;
  /** The sender's name in the list; the user agent itself if the list contains only browsers. */
  readonly name: string;
  readonly userAgent: string;
  /** The product that decides the entry's half, if the user agent doesn't name it. */
  readonly product?: string;
  /** `unclear` if the list's category includes both AI agents and other bots, such as all crawlers. */
  readonly is: "ai" | "bot" | "human" | "unclear";
  /** The categories that correspond to the list's category; null if the list gives none. */
  readonly categories: readonly AiCategory[] | null;
}

/** The folder with the npm packages that contain published lists. Only this comparison needs them. */
export const listsFolder = join(root, "test/published-agents");

export function readPublishedLists(): readonly Published[] {
  return [
    ...readDeviceDetector(),
    ...readCrawlerUserAgents(),
    ...readDualmark(),
    ...readBrowsers(),
    ...readPhones(),
    ...readApps(),
  ];
}

const listed = createRequire(join(listsFolder, "package.json"));
const own = createRequire(join(root, "package.json"));

/**
 * The categories of matomo's device-detector, which has none for coding agents and few agents that drive browsers. Its
 * data scrapers include the crawlers of companies that sell a search index to AI agents, such as ShapBot and TerraCotta.
 */
const categoriesOfDetector: Readonly<Record<string, readonly AiCategory[]>> = {
  "AI Search Crawler": ["search"],
  "AI Assistant": ["assistant", "browser_agent", "coding_agent"],
  "AI Agent": ["assistant", "browser_agent", "coding_agent"],
  "AI Data Scraper": ["training", "search"],
};

/**
 * Categories of device-detector that don't state a purpose. It calls CCBot and Brightbot crawlers, and Bytespider a
 * search bot.
 */
const unclearToDetector: ReadonlySet<string> = new Set(["Crawler", "Search bot", ""]);

/**
 * Tags of crawler-user-agents that don't state a purpose. A third of the list has the tag `seo`, including Diffbot and
 * WRTNBot, and `search-engine` includes Applebot and Kagi's crawler. Coding agents and browser agents are tagged like
 * test tools.
 */
const unclearToCrawlers: ReadonlySet<string> = new Set(["seo", "search-engine", "browser-automation"]);

function readDeviceDetector(): Published[] {
  const bots = listed("node-device-detector/regexes/bots.js") as Readonly<
    Record<string, { regex: string; name: string; category?: string }>
  >;
  return Object.values(bots).flatMap(({ regex, name, category }) =>
    examplesOf(regex)
      .slice(0, 6)
      .map((example): Published => {
        const categories = categoriesOfDetector[category ?? ""] ?? null;
        const isWhole = /\/\d|[ ;(]/u.test(example);
        const userAgent = isWhole ? example : `Mozilla/5.0 (compatible; ${example}/1.0)`;
        return {
          list: "node-device-detector",
          name,
          userAgent,
          is: categories !== null ? "ai" : unclearToDetector.has(category ?? "") ? "unclear" : "bot",
          categories,
        };
      }),
  );
}

function readCrawlerUserAgents(): Published[] {
  const crawlers = own("crawler-user-agents") as readonly {
    pattern: string;
    instances: readonly string[];
    tags?: readonly string[];
  }[];
  return crawlers.flatMap(({ pattern, instances, tags }) =>
    (instances.length > 0 ? instances : examplesOf(pattern)).map(
      (userAgent): Published => ({
        list: "crawler-user-agents",
        name: pattern,
        userAgent,
        is:
          tags?.includes("ai-crawler") === true
            ? "ai"
            : tags?.every((tag) => unclearToCrawlers.has(tag)) === true
              ? "unclear"
              : "bot",
        categories: null,
      }),
    ),
  );
}

/** The categories of dualmark's specification, which doesn't distinguish agents that act for a person. */
const categoriesOfDualmark: Readonly<Record<string, readonly AiCategory[]>> = {
  training: ["training"],
  search: ["search"],
  "user-action": ["assistant", "browser_agent", "coding_agent"],
};

function readDualmark(): Published[] {
  const { AI_BOTS } = listed("@dualmark/core") as {
    AI_BOTS: readonly { name: string; uaPattern: string; purpose: string }[];
  };
  return AI_BOTS.map(({ name, uaPattern, purpose }) => ({
    list: "dualmark",
    name,
    userAgent: `Mozilla/5.0 (compatible; ${uaPattern}/1.0)`,
    is: "ai",
    categories: categoriesOfDualmark[purpose] ?? null,
  }));
}

function readBrowsers(): Published[] {
  const recent = JSON.parse(
    readFileSync(join(listsFolder, "node_modules/user-agents/dist/user-agents.json"), "utf8"),
  ) as readonly { userAgent: string }[];
  const person = (list: string, userAgent: string): Published => ({
    ...{ list, name: userAgent, userAgent },
    ...{ is: "human", categories: null },
  });
  return [
    ...recent.map(({ userAgent }) => person("user-agents", userAgent)),
    ...(listed("top-user-agents") as readonly string[]).map((userAgent) =>
      person("top-user-agents", userAgent),
    ),
  ];
}

const chrome = (device: string) =>
  `Mozilla/5.0 (Linux; Android 14; ${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36`;

/** Chrome on each phone that device-detector knows, because some phones have names that look like those of bots. */
function readPhones(): Published[] {
  const phones = listed("node-device-detector/regexes/device/mobiles.js") as Readonly<
    Record<string, { model?: string; models?: readonly { model?: string }[] }>
  >;
  const models = Object.entries(phones).flatMap(([brand, { model, models: several = [{ model }] }]) =>
    several.map((one) => ({ brand, model: (one.model ?? "").replace(/\$\d/gu, "1").trim() })),
  );
  return models
    .filter(({ model }) => model !== "")
    .flatMap(({ brand, model }) =>
      [model, `${brand} ${model} Build/AP1A.240405.002`].map((device) => ({
        ...{ list: "phones", name: `${brand} ${model}`, userAgent: chrome(device), product: brand },
        ...{ is: "human" as const, categories: null },
      })),
    );
}

/** Each browser and app that device-detector knows, on a phone. */
function readApps(): Published[] {
  return ["browsers", "mobile_apps"].flatMap((file) => {
    const apps = listed(`node-device-detector/regexes/client/${file}.js`) as Readonly<
      Record<string, { regex: string; name: string }>
    >;
    return Object.values(apps).flatMap(({ regex, name }) =>
      examplesOf(regex)
        .slice(0, 1)
        .map((example) => ({
          ...{ list: file, name, product: name, is: "human" as const, categories: null },
          userAgent: `${chrome("K")} ${example}${example.includes("/") ? "" : "/1.0"}`,
        })),
    );
  });
}
