import { expect, it } from "vitest";
import { siteFrom } from "../../../packages/site/test/support/site.ts";
import { limits } from "../../limits.ts";
import { inboundPlaces } from "./inbound-places.ts";

it("says where the links and redirects to a page are, or only how many if there are many", async () => {
  const many = limits.context.inboundPlacesMax + 1;
  const redirects = [{ source: "/old", destination: "/setup/" }];
  const site = await siteFrom({
    "docs.json": `${JSON.stringify({ navigation: { pages: ["index", "setup", "tour"] }, redirects }, null, 2)}\n`,
    "index.mdx": `See [setup](/setup#linux).\n\n${"[Tour](/tour)\n\n".repeat(many)}`,
    "setup.mdx": "# Setup\n\n## Linux\n",
    "tour.mdx": "# Tour\n",
  });
  const pages = ["index.mdx", "setup.mdx", "tour.mdx"].flatMap((path) => site.pages.get(path) ?? []);
  expect(inboundPlaces(site, pages)).toEqual([
    "- index.mdx: none",
    "- setup.mdx: 1 link (index.mdx:1); 1 redirect (docs.json:10)",
    `- tour.mdx: ${many} links`,
  ]);
});
