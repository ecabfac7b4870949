import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';

const MOST_STOPS = 120;

/** Presses a key until a part of the page has the focus. */
export async function pressUntilFocused(part: Locator, key: string): Promise<void> {
  const focused = part.and(part.page().locator(':focus-within'));
  for (let stop = 0; stop < MOST_STOPS && (await focused.count()) === 0; stop += 1)
    await part.page().keyboard.press(key);
  await expect(focused).toBeVisible();
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
