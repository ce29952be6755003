import { describe, expect, it, test } from "vitest";
import { addRedirects, deletePage, isRedirectFile, movePage, withoutRedirects } from "../index.ts";
import { type Files, siteFrom, sourceFrom } from "../test/support/site.ts";

const starlight = (base = "") => ({
  "astro.config.mjs": `export default defineConfig({ ${base}integrations: [starlight({ title: 'Acme' })] });\n`,
  "src/content/docs/index.md": "---\ntitle: Home\n---\n",
  "src/content/docs/guides/use.md": "---\ntitle: Use\n---\n",
  "src/content/docs/guides/more.md": "---\ntitle: More\n---\n",
});

const list = `# A proxy
/api/*  https://api.example.com/:splat  200

# Moved
/old/  /guides/use/
/v1/:page /guides/:page 302
/fr/* Language=en /:splat 302

# Not found
/:lang/*  /:lang/404/  404
/*  /404/  404
`;

const toml = `[build]
  publish = "dist"
  command = """
[[redirects]]
from = "/not/a/rule"
"""

[[redirects]]
  from = "/old"
  to = "/guides/use" # moved
  status = 302

[[redirects]]
  from = "/app/*"
  to = "/app/index.html"
  status = 200

[[headers]]
  for = "/*"
`;

const vercel = `{
  "cleanUrls": true,
  "redirects": [
    { "source": "/old", "destination": "/guides/use", "permanent": true },
    { "source": "/blog/(.*)", "destination": "/news/$1" },
    { "source": "/eu", "destination": "/guides/more", "has": [{ "type": "header", "key": "x-country" }] }
  ]
}
`;

const texts = (edits: ReadonlyMap<string, Uint8Array | null>) =>
  Object.fromEntries([...edits].map(([path, bytes]) => [path, bytes && Buffer.from(bytes).toString()]));

async function move(files: Files, from = "guides/use", to = "guides/usage") {
  const site = await siteFrom(files);
  const { edits, report } = await movePage(site, { from, to, redirect: true, read: sourceFrom(files).read });
  return { after: texts(edits), report };
}

async function removeUse(files: Files) {
  const { edits } = await deletePage(await siteFrom(files), {
    page: "guides/use",
    redirectTo: "guides/more",
  });
  return texts(edits);
}

describe("_redirects", () => {
  const files = { ...starlight(), "public/_redirects": list };

  it("is read, except for rewrites, error pages and rules with conditions", async () => {
    const site = await siteFrom(files);
    expect(
      site.redirects.map(({ fromUrl, toUrl, pattern, file, line }) => [fromUrl, toUrl, pattern, file, line]),
    ).toEqual([
      ["/old/", "/guides/use/", false, "public/_redirects", 5],
      ["/v1/:page", "/guides/:page", true, "public/_redirects", 6],
    ]);
    expect(site.resolve("src/content/docs/index.md", "/v1/use/")).toMatchObject({
      kind: "redirect",
      target: { kind: "page", path: "src/content/docs/guides/use.md" },
    });
  });

  it("redirects a moved page's old address before any other rule that would match it", async () => {
    const { after, report } = await move(files);
    expect(after["public/_redirects"]).toBe(
      list
        .replace("/old/  /guides/use/", "/old/  /guides/usage/")
        .replace("/:splat 302\n", "/:splat 302\n/guides/use/ /guides/usage/ 301\n"),
    );
    expect(report.redirects).toEqual([
      { from: "/old/", to: "/guides/usage/", change: "retargeted" },
      { from: "/guides/use/", to: "/guides/usage/", change: "added" },
    ]);
    expect(report.notes).toEqual([]);
  });

  it("points to the replacement of a deleted page", async () => {
    expect((await removeUse(files))["public/_redirects"]).toBe(
      list
        .replace("/old/  /guides/use/", "/old/  /guides/more/")
        .replace("/:splat 302\n", "/:splat 302\n/guides/use/ /guides/more/ 301\n"),
    );
  });

  it("loses a redirect only if its address belongs to a page again", async () => {
    const { after } = await move(files, "guides/use", "old");
    expect(after["public/_redirects"]).toBe(
      list
        .replace("/old/  /guides/use/\n", "")
        .replace("/:splat 302\n", "/:splat 302\n/guides/use/ /old/ 301\n"),
    );
  });

  it.each([
    ["", "/guides/use/ /guides/usage/ 301\n"],
    ["# None yet", "# None yet\n/guides/use/ /guides/usage/ 301"],
    ["/x /guides/more\r\n", "/x /guides/more\r\n/guides/use/ /guides/usage/ 301\r\n"],
    ["# All\n/* /404 404\n", "/guides/use/ /guides/usage/ 301\n# All\n/* /404 404\n"],
  ])("%j becomes %j", async (before, expected) => {
    const { after } = await move({ ...starlight(), "public/_redirects": before });
    expect(after["public/_redirects"]).toBe(expected);
  });

  it("gets a rule before one with a * that also matches nothing", async () => {
    const { after } = await move(
      {
        ...starlight(),
        "src/content/docs/themes.md": "---\ntitle: Themes\n---\n",
        "public/_redirects": "/x /guides/more\n/:lang/* /:lang/404/ 404\n",
      },
      "themes",
      "guides/themes",
    );
    expect(after["public/_redirects"]).toBe(
      "/x /guides/more\n/themes/ /guides/themes/ 301\n/:lang/* /:lang/404/ 404\n",
    );
  });

  it("contains full paths if the site is served below a path", async () => {
    const { after, report } = await move({
      ...starlight("base: '/docs', "),
      "public/_redirects": "/docs/old /docs/guides/use/\n/other /docs/x\n",
    });
    expect(after["public/_redirects"]).toBe(
      "/docs/old /docs/guides/usage/\n/other /docs/x\n/docs/guides/use/ /docs/guides/usage/ 301\n",
    );
    expect(report.redirects.map(({ from }) => from)).toEqual(["/old", "/guides/use/"]);
  });
});

describe("netlify.toml", () => {
  const files = { ...starlight(), "netlify.toml": toml };

  it("is changed only in its redirect tables", async () => {
    expect(
      (await siteFrom(files)).redirects.map(({ fromUrl, toUrl, line }) => [fromUrl, toUrl, line]),
    ).toEqual([["/old", "/guides/use", 8]]);
    const table = (to: string) =>
      `\n[[redirects]]\n  from = "/guides/use/"\n  to = "${to}"\n  status = 301\n`;
    const at = '  to = "/app/index.html"\n  status = 200\n';
    expect((await move(files)).after["netlify.toml"]).toBe(
      toml
        .replace('"/guides/use" # moved', '"/guides/usage/" # moved')
        .replace(at, at + table("/guides/usage/")),
    );
    expect((await move(files, "guides/use", "old")).after["netlify.toml"]).toBe(
      toml.replace(/\[\[redirects\]\]\n {2}from = "\/old"[^[]*/, "").replace(at, at + table("/old/")),
    );
  });

  it("gets its first redirect at the end of the file", async () => {
    const { after } = await move({ ...starlight(), "netlify.toml": '[build]\n  publish = "dist"\n' });
    expect(after["netlify.toml"]).toBe(
      '[build]\n  publish = "dist"\n\n[[redirects]]\n  from = "/guides/use/"\n  to = "/guides/usage/"\n  status = 301\n',
    );
  });

  it("is left to a person if its redirects are written as one value", async () => {
    const { after, report } = await move({ ...starlight(), "netlify.toml": "redirects = []\n" });
    expect(after["netlify.toml"]).toBeUndefined();
    expect(report.redirects).toEqual([]);
    expect(report.notes.map(({ message }) => message)).toEqual([
      "Redirect /guides/use/ to /guides/usage/ in redirects in astro.config.mjs.",
    ]);
  });
});

describe("vercel.json", () => {
  it("is changed only in its plain redirects", async () => {
    const { after } = await move({ ...starlight(), "vercel.json": vercel });
    expect(after["vercel.json"]).toBe(
      vercel
        .replace('"/guides/use", "permanent"', '"/guides/usage/", "permanent"')
        .replace(
          '"x-country" }] }\n',
          '"x-country" }] },\n    {\n      "source": "/guides/use/",\n      "destination": "/guides/usage/",\n      "permanent": true\n    }\n',
        ),
    );
  });

  it("is left unchanged if it is not valid", async () => {
    const { after, report } = await move({ ...starlight(), "vercel.json": "{" });
    expect(after["vercel.json"]).toBeUndefined();
    expect(report.redirects).toEqual([]);
    expect(report.notes).toHaveLength(1);
  });
});

test("a new redirect is added to every file that has redirects", async () => {
  const files = {
    ...starlight(),
    "public/_redirects": "/old /guides/use\n",
    "vercel.json": vercel,
    "netlify.toml": "[build]\n",
  };
  const { edits } = await addRedirects(await siteFrom(files), [{ from: "/new", to: "/guides/more" }]);
  expect([...edits.keys()].sort()).toEqual(["public/_redirects", "vercel.json"]);
});

describe("a file without its redirects", () => {
  it.each([
    ["public/_redirects", list, "/old/  /guides/use/\n", "/a /b 301\n/old https://example.com/\n"],
    [
      "netlify.toml",
      toml,
      '[[redirects]]\n  from = "/old"',
      '[[redirects]]\nfrom = "/a"\nto = "/b"\n\n[[redirects]]\n  from = "/older"',
    ],
    ["vercel.json", vercel, '"/old", "destination"', '"/older", "destination"'],
  ])("is the same after a change to a redirect in %s", (path, text, from, to) => {
    expect(isRedirectFile(path)).toBe(true);
    expect(text).toContain(from);
    expect(withoutRedirects(path, text)).not.toBeNull();
    expect(withoutRedirects(path, text.replace(from, to))).toBe(withoutRedirects(path, text));
  });

  it.each([
    ["public/_redirects", list, "api.example.com", "evil.example"],
    ["public/_redirects", list, "/old/  /guides/use/", "/old/* https://evil.example/:splat 200"],
    ["public/_redirects", list, "# Moved", "# Gone"],
    ["netlify.toml", toml, '"dist"', '"secret"'],
    ["netlify.toml", toml, "302", "200"],
    ["netlify.toml", toml, '"/old"', '"/old"\n  headers = {a = "b"}'],
    ["netlify.toml", toml, '"/app/index.html"', '"https://evil.example"'],
    ["netlify.toml", toml, "  status = 302\n", '  status = 302\n  [redirects.headers]\n  a = "b"\n'],
    ["vercel.json", vercel, "true,", 'true, "buildCommand": "x",'],
    ["vercel.json", vercel, "x-country", "x-region"],
    ["vercel.json", vercel, '"permanent": true', '"permanent": true, "has": []'],
  ])("differs after another change in %s", (path, text, from, to) => {
    expect(text).toContain(from);
    expect(withoutRedirects(path, text.replace(from, to))).not.toBe(withoutRedirects(path, text));
  });
});
