import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits for what is still moving. */
const SETTLED = `(async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
})()`;

/** Shows a page in the dark theme and then in the light one, without a load for each; it stays light. */
export async function inBothThemes(page: Page, look: (theme: string) => Promise<void>): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await look(colorScheme);
  }
}

/** What `violations` finds in both themes. */
export async function violationsInThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  await inBothThemes(page, async (theme) => {
    found.push(...(await violations(page)).map((broken) => `${theme}: ${broken}`));
  });
  return found;
}

/** Rules that the page breaks, each with the elements and how to mend them; Monaco's own elements are its makers' business. */
export async function violations(page: Page): Promise<string[]> {
  // Colours on their way from one to another are none that anybody reads, and a button may be enabled meanwhile.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  try {
    return await broken(page);
  } finally {
    await page.emulateMedia({ reducedMotion: null });
  }
}

async function broken(page: Page): Promise<string[]> {
  await page.evaluate(SETTLED);
  // By the protocol, not by a script element: the page's own policy lets no foreign script in.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } };
    // Describing each element that passes takes longer than the rules, and is megabytes to hand over.
    const { violations: found } = await axe.run(
      { exclude: ['.monaco-editor'] },
      { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'], selectors: false },
    );
    return found.map(({ id, nodes }) => {
      const places = nodes.map(({ html, failureSummary = '' }) => `${html} ${failureSummary}`);
      return `${id}: ${places.join(' ')}`;
    });
  });
}
