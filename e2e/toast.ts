import type { Locator, Page } from '@playwright/test';

/** The message with a title; the live region, which repeats it for screen readers a moment later, is no other one. */
export function toast(page: Page, title: string): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(title, { exact: true });
}
