import type { Locator, Page } from "playwright-core";

const pressesMax = 120;

/** Goes on by Tab until the control has the focus; throws where Tab does not lead there. */
export async function tabTo(
  page: Page,
  role: "button" | "link" | "radio" | "combobox" | "textbox" | "checkbox",
  name: string | RegExp,
): Promise<void> {
  await tabUntil(page, page.getByRole(role, { name }).first(), `${role} ${String(name)}`);
}

async function tabUntil(page: Page, control: Locator, what: string): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < pressesMax; presses++) {
    if (await control.and(page.locator(":focus")).count()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${what} is not reached by Tab`);
}

/** Goes to the button by Tab, and presses it. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, "button", name);
  await page.keyboard.press("Enter");
}

/** Opens a row's menu and takes the item that begins with these letters. */
export async function choose(page: Page, menu: string | RegExp, item: string): Promise<void> {
  await press(page, menu);
  await page.getByRole("menuitem", { name: item }).waitFor();
  await page.keyboard.type(item.slice(0, 3));
  await page.locator("[role=menuitem]:focus", { hasText: item }).waitFor();
  await page.keyboard.press("Enter");
}

/** Goes to the field by Tab, and writes this in place of what it holds. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, "textbox", name);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

/** The same for a password's field, which has no role. */
export async function typePassword(page: Page, label: string, text: string): Promise<void> {
  await tabUntil(page, page.getByLabel(label, { exact: true }), label);
  await page.keyboard.type(text);
}
