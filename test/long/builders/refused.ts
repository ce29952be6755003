import { blobId } from "#repositories";
import { judgeChange } from "../../../packages/policy/index.ts";
import {
  createFilesSource,
  createPageCache,
  openSite,
  type ParserProcess,
} from "../../../packages/site/index.ts";
import type { Builder } from "./builder.ts";
import type { Vector } from "./vector.ts";

const ordinary = "---\ntitle: Page\n---\n\nInstall the program, then run it.\n";

/** Whether the policy refuses to push this page, both as a new page and as an edit of an existing one. */
export async function isRefused(vector: Vector, builder: Builder, parser: ParserProcess): Promise<boolean> {
  const { files } = builder;
  const added = await isChangeRefused(vector, { files, before: null, parser });
  return added && isChangeRefused(vector, { files, before: ordinary, parser });
}

interface Base {
  /** The site without the page. */
  readonly files: Readonly<Record<string, string>>;
  /** The page's text before the change, or null if the page is new. */
  readonly before: string | null;
  readonly parser: ParserProcess;
}

async function isChangeRefused({ path, text }: Vector, { files, before, parser }: Base): Promise<boolean> {
  const cache = createPageCache();
  const open = (own: Readonly<Record<string, string>>) =>
    openSite(createFilesSource({ ...files, ...own }), { cache, parser });
  const old = before === null ? null : Buffer.from(before);
  const { violations } = await judgeChange({
    changes: [{ path, mode: "100644", before: old === null ? null : blobId(old), after: Buffer.from(text) }],
    before: new Map(old === null ? [] : [[path, old]]),
    base: await open(before === null ? {} : { [path]: before }),
    site: await open({ [path]: text }),
    texts: [],
    allowed: [],
    instruction: "",
  });
  return violations.length > 0;
}
