/**
 * A small documentation site as a plan: what its pages say and where they are, apart from how any framework writes it
 * down. A task changes the plan; what the site must then look like is the changed plan written out anew. So what a task
 * expects never comes from the code that is judged.
 *
 * Texts hold marks: `{{term}}`, `{{version}}`, `{{link:page|label}}`, `{{link:page#2|label}}` (the second heading of
 * that page) and `{{image:name|alt}}`.
 */
export interface Plan {
  /** The product's name, which a renaming changes. It stands in code too, without a mark. */
  readonly term: string;
  readonly version: string;
  /** The host of the product, in links. */
  readonly host: string;
  readonly pages: readonly PlannedPage[];
  /** The groups of the navigation; the home page stands before them. */
  readonly groups: readonly PlannedGroup[];
  readonly redirects: readonly PlannedRedirect[];
  readonly images: readonly string[];
}

export interface PlannedPage {
  /** What links are made to; it stays when the page moves. */
  readonly id: string;
  /** From the root of the docs, without suffix, such as `guides/alerts`; the home page's is the framework's to say. */
  readonly at: string;
  readonly title: string;
  readonly description: string | null;
  /** Markdown below the title. Its first sentence, `lead`, stands at the start. */
  readonly lead: string;
  readonly body: string;
}

export interface PlannedGroup {
  readonly label: string;
  readonly pages: readonly string[];
}

export interface PlannedRedirect {
  readonly from: string;
  /** The page's id. */
  readonly to: string;
}

export const homeId = "home";

export function getPage(plan: Plan, id: string): PlannedPage {
  const page = plan.pages.find((one) => one.id === id);
  if (page === undefined) throw new Error(`The plan has no page ${id}.`);
  return page;
}

/** The plan with one page changed. */
export function changePage(
  plan: Plan,
  id: string,
  change: (page: PlannedPage) => Partial<PlannedPage>,
): Plan {
  getPage(plan, id);
  return {
    ...plan,
    pages: plan.pages.map((page) => (page.id === id ? { ...page, ...change(page) } : page)),
  };
}

/** The plan with every body changed. */
export function changeBodies(plan: Plan, change: (body: string, page: PlannedPage) => string): Plan {
  return { ...plan, pages: plan.pages.map((page) => ({ ...page, body: change(page.body, page) })) };
}

/** The page moves; it keeps its place in the navigation. */
export function movePage(plan: Plan, id: string, at: string, redirect: boolean): Plan {
  const from = getPage(plan, id).at;
  const moved = changePage(plan, id, () => ({ at }));
  return redirect ? { ...moved, redirects: [...plan.redirects, { from, to: id }] } : moved;
}

/** The page goes, and links and redirects to it lead to another. */
export function removePage(plan: Plan, id: string, instead: string): Plan {
  const { at } = getPage(plan, id);
  const rest = { ...plan, pages: plan.pages.filter((page) => page.id !== id) };
  return {
    ...changeBodies(rest, (body) =>
      body.replaceAll(new RegExp(`\\{\\{link:${id}(?:#\\d+)?\\|`, "gu"), `{{link:${instead}|`),
    ),
    groups: plan.groups.map((group) => ({ ...group, pages: group.pages.filter((page) => page !== id) })),
    redirects: [
      ...plan.redirects.map(({ from, to }) => ({ from, to: to === id ? instead : to })),
      { from: at, to: instead },
    ],
  };
}

/** Adds a page as the last of a group. */
export function appendPage(plan: Plan, page: PlannedPage, label: string): Plan {
  return {
    ...plan,
    pages: [...plan.pages, page],
    groups: plan.groups.map((group) =>
      group.label === label ? { ...group, pages: [...group.pages, page.id] } : group,
    ),
  };
}

/** The texts of the `##` headings, in order, with their marks. */
export function headingsOf({ body }: PlannedPage): string[] {
  return [...body.matchAll(/^## (.+)$/gmu)].map(([, text = ""]) => text);
}
