import type { GeneratedLink } from "./links.ts";
import { planLink } from "./links.ts";
import type { PlannedPage } from "./plan.ts";
import type { Random } from "./random.ts";
import { capitalise, japaneseSentence, sentence, wrap } from "./words.ts";

/** Stands for the product's name in prose until the text is requested. It occurs nowhere else on a page. */
export const termMark = "\u0001";

export interface BodyOptions {
  readonly page: PlannedPage;
  /** Possible link targets. */
  readonly targets: readonly PlannedPage[];
  readonly images: readonly string[];
  /** The number of occurrences of the term in prose. */
  readonly termMentions: number;
  /** The unchanged term, for code, or null if there is none. */
  readonly codeTerm: string | null;
  /** A different word that begins like the term. */
  readonly lookalike: string | null;
  readonly broken: readonly GeneratedLink[];
}

export interface Body {
  readonly text: string;
  readonly links: readonly GeneratedLink[];
}

/** The whole page, with LF line endings and with `termMark` instead of the term in prose. */
export function writeBody(random: Random, options: BodyOptions): Body {
  const { page, targets, images, codeTerm, lookalike } = options;
  const links: GeneratedLink[] = [...options.broken];
  const definitions: string[] = [];
  const width = random.chance(0.5) ? 90 : Number.POSITIVE_INFINITY;
  let mentions = options.termMentions;

  const link = (label: string) => {
    const planned = planLink(random, page, targets);
    links.push(planned);
    if (planned.style === "html") return `<a href="${planned.href}">${label}</a>`;
    if (planned.style !== "reference") return `[${label}](${planned.href})`;
    const name = `ref-${definitions.length + 1}`;
    definitions.push(`[${name}]: ${planned.href}`);
    return `[${label}][${name}]`;
  };
  const image = () => {
    const to = random.pick(images);
    links.push({ from: page.path, href: `/${to}`, style: "image", to, anchor: null });
    return `/${to}`;
  };
  const mention = () => {
    if (mentions > 0 && random.chance(0.5)) {
      mentions--;
      return termMark;
    }
    if (random.chance(0.4))
      return link(`the page on ${random.pick(["setup", "limits", "access", "errors"])}`);
    return random.chance(0.2) ? `\`${random.pick(identifiers)}\`` : undefined;
  };
  const words = () => (page.japanese ? japaneseSentence(random) : sentence(random, mention()));
  const paragraph = () => wrap(Array.from({ length: 2 + random.int(3) }, words).join(" "), width);

  const plainBlocks = [
    () => Array.from({ length: 3 + random.int(3) }, () => `- ${words()}`).join("\n"),
    () => Array.from({ length: 3 }, (_, i) => `${i + 1}. ${words()}`).join("\n"),
    () => codeBlock(random),
    () => table(Array.from({ length: 2 + random.int(3) }, () => [random.pick(identifiers), words()])),
    () => `> ${words()}`,
    () => `![${capitalise(random.pick(identifiers))}](${image()})`,
    () => `First line of an address.  \nSecond line of it.`,
  ];
  const componentBlocks = [
    () => `<Note>\n  ${words()}\n</Note>`,
    () => `<Warning>${words()}</Warning>`,
    () => cards(random, page, targets, links),
    () =>
      `<Steps>\n  <Step title="Prepare">\n    ${words()}\n  </Step>\n  <Step title="Apply">\n    ${words()}\n  </Step>\n</Steps>`,
    () => `<Frame>\n  <img src="${image()}" alt="The settings" />\n</Frame>`,
    () =>
      `<Tabs>\n  <Tab title="npm">\n    ${words()}\n  </Tab>\n  <Tab title="curl">\n    ${words()}\n  </Tab>\n</Tabs>`,
    () => `<Accordion title="More">\n  ${paragraph().replaceAll("\n", "\n  ")}\n</Accordion>`,
  ];
  const expressionBlocks = [
    () => "The current version is {version}, released in {2020 + 6}.",
    () => "{/* Reviewed by the platform team. */}",
    () => "<Limits />",
    () => '<Plan name="team" seats={25} features={["sso", "audit"]} />',
    () => "<ul>\n  {[1, 2, 3].map((n) => <li key={n}>Region {n}</li>)}\n</ul>",
  ];
  const blocks = {
    plain: plainBlocks,
    components: [...plainBlocks, ...componentBlocks],
    expressions: [...plainBlocks, ...componentBlocks, ...expressionBlocks, ...expressionBlocks],
  }[page.kind];

  const parts = [frontmatter(random, page)];
  if (page.kind === "expressions")
    parts.push('import Limits from "/snippets/limits.mdx";\nimport { Plan } from "/snippets/plan.mdx";', 'export const version = "2.4";'); // biome-ignore format: short
  parts.push(paragraph());
  for (const { text } of page.headings) {
    parts.push(`## ${text}`, paragraph(), random.pick(blocks)());
    if (page.kind === "components" && random.chance(0.6)) parts.push(random.pick(componentBlocks)());
    if (page.kind === "expressions") parts.push(random.pick(expressionBlocks)());
    if (random.chance(0.5)) parts.push(paragraph());
  }
  if (codeTerm !== null)
    parts.push(
      `\`\`\`ts\nconst product = "${codeTerm}";\n\`\`\``,
      `The header is \`X-Product: ${codeTerm}\`.`,
    );
  if (lookalike !== null) parts.push(`It works with ${lookalike} as well.`);
  for (const { href, style } of options.broken)
    parts.push(style === "image" ? `![Old picture](${href})` : `Compare [the former page](${href}).`);
  // Adds the expected mentions that have not been placed at random.
  if (mentions > 0) parts.push(Array.from({ length: mentions }, () => sentence(random, termMark)).join(" "));
  if (definitions.length > 0) parts.push(definitions.join("\n"));
  return { text: `${parts.join("\n\n")}\n`, links };
}

const identifiers = [
  ...["maxRetries", "DATABASE_URL", "acme deploy", "--region", "projectId", "retry_after"],
  ...["x-request-id", "config.yaml", "GET /v1/projects", "acme-cloud"],
] as const;

function frontmatter(random: Random, page: PlannedPage): string {
  const lines = [`title: ${random.chance(0.5) ? page.title : `"${page.title}"`}`];
  if (random.chance(0.7)) lines.push(`description: 'How to get from nothing to ${page.title.toLowerCase()}'`);
  if (random.chance(0.2)) lines.push(`icon: ${random.pick(["rocket", "gear", "book"])}`);
  if (random.chance(0.1)) lines.push("tags:\n  - reference\n  - stable");
  return `---\n${lines.join("\n")}\n---`;
}

function codeBlock(random: Random): string {
  return random.pick([
    '```bash\nacme deploy --region eu-1 --wait\ncurl -s https://api.example.com/v1/status | jq ".state"\n```',
    '```json\n{\n  "retries": 3,\n  "regions": ["eu-1", "us-2"]\n}\n```',
    '```ts title="client.ts"\nimport { createClient } from "@acme/client";\n\nexport const client = createClient({ region: "eu-1" });\n```',
    "```yaml\njobs:\n  nightly:\n    schedule: 0 3 * * *\n```",
    "~~~\n<not-a-tag> {not an expression} [not a link](/nowhere)\n~~~",
  ]);
}

function table(rows: readonly (readonly string[])[]): string {
  return [
    "| Setting | What it does |",
    "| --- | --- |",
    ...rows.map(([name, what]) => `| \`${name}\` | ${what} |`),
  ].join("\n");
}

function cards(
  random: Random,
  page: PlannedPage,
  targets: readonly PlannedPage[],
  links: GeneratedLink[],
): string {
  const items = random.sample(targets, 2).map((target) => {
    links.push({ from: page.path, href: target.url, style: "card", to: target.path, anchor: null });
    return `  <Card title="${target.title}" icon="book" href="${target.url}">\n    Read on.\n  </Card>`;
  });
  return `<CardGroup cols={2}>\n${items.join("\n")}\n</CardGroup>`;
}
