import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

const MOST_STOPS = 120;

/** Makes the timers of a page late, as where it is busy: keys come in between. */
export const LATE_TIMERS = `{
  const { setTimeout } = window;
  window.setTimeout = (work, ms, ...more) => setTimeout(work, Math.max(ms ?? 0, 400), ...more);
}`;
/** Makes what a page draws late, too. */
export const LATE_DRAWING = `${LATE_TIMERS}
window.requestAnimationFrame = (work) => window.setTimeout(() => work(performance.now()));`;

/** The Enter that takes what an input method, as for Chinese or Japanese, composes. */
export const ENTER_IN_COMPOSITION = { key: 'Enter', code: 'Enter', isComposing: true, bubbles: true, cancelable: true };

/** Presses a key until a part of the page has the focus. */
export async function pressUntilFocused(part: Locator, key: string): Promise<void> {
  await pressTowards(part, key);
  await expect(focusIn(part)).toBeVisible();
}

/** Presses a key until a part of the page has the focus, or has been passed by: gives whether it has it. */
export async function pressTowards(part: Locator, key: string, stops = MOST_STOPS): Promise<boolean> {
  const focused = focusIn(part);
  for (let stop = 0; stop < stops && (await focused.count()) === 0; stop += 1) await part.page().keyboard.press(key);
  return (await focused.count()) > 0;
}

function focusIn(part: Locator): Locator {
  return part.and(part.page().locator(':focus-within'));
}

/** Presses Tab until a control has the focus. */
export async function tabTo(control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await pressUntilFocused(control, 'Tab');
}

/** Goes to a control by Tab and presses a key. */
export async function press(control: Locator, key: string): Promise<void> {
  await tabTo(control);
  await control.page().keyboard.press(key);
}

/** Goes to a field by Tab and replaces its text. */
export async function fill(field: Locator, text: string): Promise<void> {
  await press(field, 'ControlOrMeta+A');
  await field.page().keyboard.insertText(text);
}

/** Goes to a list of choices by Tab and takes the one with a name by typing it. */
export async function choose(field: Locator, name: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.type(name);
  await expect(field.locator('option:checked')).toHaveText(name);
}

/** Goes to the start of a region of the page by F6. */
export async function goTo(page: Page, region: string): Promise<void> {
  await page.keyboard.press('F6');
  await pressUntilFocused(page.locator(`[data-dw-region="${region}"]:visible`).first(), 'F6');
}

/** Goes to the editor of the studio by F6 and replaces its text. */
export async function writeSql(page: Page, sql: string): Promise<void> {
  await goTo(page, 'editor');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(sql);
}

/** Goes to a button by Tab, opens its menu and takes an item of it. */
export async function takeFromMenu(trigger: Locator, item: Locator): Promise<void> {
  await press(trigger, 'Enter');
  await pressUntilFocused(item, 'ArrowDown');
  await trigger.page().keyboard.press('Enter');
}

/** Opens the menu of what has the focus, and takes an item of it. */
export async function takeFromContextMenu(item: Locator): Promise<void> {
  await item.page().keyboard.press('Shift+F10');
  await pressUntilFocused(item, 'ArrowDown');
  await item.page().keyboard.press('Enter');
}

/** Goes to a group of radio buttons by Tab and takes one by the arrow keys. */
export async function pick(group: Locator, radio: Locator): Promise<void> {
  await tabTo(group);
  for (let stop = 0; stop < MOST_STOPS && !(await radio.isChecked()); stop += 1) {
    await group.page().keyboard.press('ArrowRight');
    // The focus moves at once, and what is taken follows it.
    await expect(group.locator(':focus')).toBeChecked();
  }
  await expect(radio).toBeChecked();
}
