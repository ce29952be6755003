/**
 * node render-mdx.ts folder: renders every MDX page of a folder with React, as frameworks do, and writes its HTML beside
 * it. `handlers.js` receives the functions that the pages attach to elements.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type EvaluateOptions, evaluate } from "@mdx-js/mdx";

type Create = NonNullable<EvaluateOptions["jsx"]>;

interface Runtime {
  readonly jsx: Create;
  readonly jsxs: Create;
  readonly Fragment: EvaluateOptions["Fragment"];
}

// React's types would replace the browser's in every test, so none are loaded.
const load = createRequire(new URL("site/package.json", import.meta.url));
const runtime = load("react/jsx-runtime") as Runtime;
const { renderToStaticMarkup } = load("react-dom/server") as {
  renderToStaticMarkup(element: unknown): string;
};

const folder = process.argv[2] ?? ".";
const handlers: string[] = [];

const recorded =
  (create: Create): Create =>
  (type, props, key) => {
    for (const [name, value] of Object.entries(props))
      if (typeof type === "string" && /^on[A-Z]/u.test(name) && typeof value === "function")
        handlers.push(`(${String(value)});`);
    return create(type, props, key);
  };

for (const name of readdirSync(folder).filter((file) => file.endsWith(".mdx"))) {
  const file = join(folder, name);
  try {
    const { default: content } = await evaluate(readFileSync(file, "utf8"), {
      Fragment: runtime.Fragment,
      jsx: recorded(runtime.jsx),
      jsxs: recorded(runtime.jsxs),
      baseUrl: pathToFileURL(file),
    });
    writeFileSync(file.replace(/mdx$/u, "html"), renderToStaticMarkup(runtime.jsx(content, {})));
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
writeFileSync(join(folder, "handlers.js"), handlers.join("\n"));
