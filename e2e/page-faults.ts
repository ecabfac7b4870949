import type { Page } from '@playwright/test';

/** Faults that the scripts of a page have thrown or reported so far. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().startsWith('ERROR')) faults.push(message.text());
  });
  return faults;
}
