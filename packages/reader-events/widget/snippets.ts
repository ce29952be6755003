/** A piece of code that a site's authors add to their docs. */
export interface Snippet {
  /** The framework's ID, such as `docusaurus`, or `html` for any other site. */
  readonly framework: string;
  /** The framework's name. */
  readonly name: string;
  readonly purpose: SnippetPurpose;
  /** The file to change or to add. */
  readonly file: string;
  readonly language: "html" | "javascript" | "yaml";
  readonly code: string;
  /** What else to do, as a sentence; null if there is nothing else. */
  readonly note: string | null;
}

/** `scripts` records views and shows the widget; `search` reports searches. */
export const snippetPurposes = ["scripts", "search"] as const;
export type SnippetPurpose = (typeof snippetPurposes)[number];

interface Framework {
  readonly id: string;
  readonly name: string;
  /** Where script tags belong, and how to write them; null if the framework allows no scripts. */
  readonly tags: {
    readonly file: string;
    readonly language: Snippet["language"];
    readonly note?: string;
    /** `sources` are the URLs of the scripts. */
    write(sources: readonly string[], projectId: string): string;
  };
  /** The file for the code that reports searches, and the selectors of the search field and its results. */
  readonly search: {
    readonly file: string;
    readonly note: string;
    readonly input: string;
    readonly result: string;
  };
}

const tagsOf = (sources: readonly string[], projectId: string, indent = ""): string =>
  sources
    .map((src) => `${indent}<script defer src="${src}" data-project="${projectId}"></script>`)
    .join("\n");

/** Every framework with its own place for scripts and its own search. The last row is for all other sites. */
const frameworks: readonly Framework[] = [
  {
    ...{ id: "mintlify", name: "Mintlify" },
    tags: {
      ...{ file: "docwright.js", language: "javascript" },
      note: "Mintlify adds every .js file in the docs folder to every page.",
      write: (sources, projectId) =>
        `for (const src of ${JSON.stringify(sources)}) {
  const script = document.createElement("script");
  script.src = src;
  script.dataset.project = "${projectId}";
  document.head.append(script);
}`,
    },
    search: {
      ...{ file: "docwright-search.js", input: "[role=dialog] input" },
      ...{
        note: "Mintlify adds every .js file in the docs folder to every page.",
        result: "[role=option] a",
      },
    },
  },
  {
    ...{ id: "docusaurus", name: "Docusaurus" },
    tags: {
      ...{ file: "docusaurus.config.js", language: "javascript" },
      note: "Add these entries to the list, if the configuration already has one.",
      write: (sources, projectId) =>
        `scripts: [
${sources.map((src) => `  { src: "${src}", defer: true, "data-project": "${projectId}" },`).join("\n")}
],`,
    },
    search: {
      ...{ file: "src/docwright-search.js", input: ".DocSearch-Input", result: ".DocSearch-Hit a" },
      note: 'Add "./src/docwright-search.js" to clientModules in docusaurus.config.js.',
    },
  },
  {
    ...{ id: "vitepress", name: "VitePress" },
    tags: {
      ...{ file: ".vitepress/config.js", language: "javascript" },
      note: "Add these entries to the list, if the configuration already has one.",
      write: (sources, projectId) =>
        `head: [
${sources.map((src) => `  ["script", { defer: "", src: "${src}", "data-project": "${projectId}" }],`).join("\n")}
],`,
    },
    search: {
      ...{ file: "public/docwright-search.js", input: ".VPLocalSearchBox input" },
      result: ".VPLocalSearchBox .results a",
      note: 'Add ["script", { defer: "", src: "/docwright-search.js" }] to head in .vitepress/config.js.',
    },
  },
  {
    ...{ id: "starlight", name: "Starlight" },
    tags: {
      ...{ file: "astro.config.mjs", language: "javascript" },
      note: "Add these entries to the options of starlight().",
      write: (sources, projectId) =>
        `head: [
${sources
  .map((src) => `  { tag: "script", attrs: { src: "${src}", defer: true, "data-project": "${projectId}" } },`)
  .join("\n")}
],`,
    },
    search: {
      ...{ file: "public/docwright-search.js", input: ".pagefind-ui__search-input" },
      result: ".pagefind-ui__result-link",
      note: 'Add { tag: "script", attrs: { src: "/docwright-search.js", defer: true } } to head in the options of starlight().',
    },
  },
  {
    ...{ id: "mkdocs", name: "MkDocs" },
    tags: {
      ...{ file: "overrides/main.html", language: "html" },
      note: "Set custom_dir: overrides for the theme in mkdocs.yml, if it isn't set yet.",
      write: (sources, projectId) =>
        `{% extends "base.html" %}
{% block extrahead %}
  {{ super() }}
${tagsOf(sources, projectId, "  ")}
{% endblock %}`,
    },
    search: {
      ...{ file: "docs/docwright-search.js", input: ".md-search__input, #mkdocs-search-query" },
      result: ".md-search-result__link, #mkdocs-search-results a",
      note: "Add docwright-search.js to extra_javascript in mkdocs.yml.",
    },
  },
  {
    ...{ id: "html", name: "Any site" },
    tags: {
      ...{ file: "The head of every page", language: "html" },
      write: tagsOf,
    },
    search: {
      ...{ file: "A script of every page", input: "input[type=search], [role=searchbox]" },
      result: "[role=option] a, [role=listbox] a",
      note: "Replace the two selectors by those of your search field and of the links in its results.",
    },
  },
];

/** Returns the snippets of every framework, filled in for a project. `baseUrl` has no slash at its end. */
export function snippetsFor({
  baseUrl,
  projectId,
}: {
  readonly baseUrl: string;
  readonly projectId: string;
}): readonly Snippet[] {
  const sources = [`${baseUrl}/script.js`, `${baseUrl}/widget.js`];
  return frameworks.flatMap(({ id, name, tags, search }): Snippet[] => [
    {
      ...{ framework: id, name, purpose: "scripts", file: tags.file, language: tags.language },
      ...{ code: tags.write(sources, projectId), note: tags.note ?? null },
    },
    {
      ...{ framework: id, name, purpose: "search", file: search.file, language: "javascript" },
      ...{ code: searchCode(projectId, search), note: search.note },
    },
  ]);
}

/**
 * Reports a search once the reader opens a result, leaves the search field or leaves the page. Reporting each letter
 * would count one search several times.
 */
function searchCode(projectId: string, { input, result }: Framework["search"]): string {
  const code = `const field = ${JSON.stringify(input)};
const result = ${JSON.stringify(result)};
let search = null;
const report = (clicked) => {
  if (search !== null) window[${JSON.stringify(projectId)}]?.({ type: "search", ...search, clicked });
  search = null;
};
const find = (event, selector) => event.composedPath()[0]?.closest?.(selector);
document.addEventListener("input", (event) => {
  const query = find(event, field)?.value.trim();
  if (query !== undefined) search = query.length < 3 ? null : { query };
  if (search !== null)
    setTimeout(() => {
      if (search !== null) search.results = document.querySelectorAll(result).length;
    }, 1000);
}, true);
document.addEventListener("click", (event) => {
  const link = find(event, result);
  if (link) report(link.href);
}, true);
document.addEventListener("focusout", (event) => {
  // A click on a result comes after the field has lost the focus.
  if (find(event, field)) setTimeout(report, 500);
}, true);
addEventListener("pagehide", () => report());`;
  // Site generators also load the file on a server, and instant navigation can run it again on the same page.
  return `// Reports searches to Docwright.
if (typeof document === "object" && !window.docwrightSearch) {
  window.docwrightSearch = true;
${code.replaceAll(/^(?=.)/gmu, "  ")}
}`;
}
