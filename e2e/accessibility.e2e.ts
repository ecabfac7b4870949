import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that the page breaks, each with the elements; Monaco's own elements are its makers' business. */
async function violations(page: Page): Promise<string[]> {
  // By the protocol, not by a script element: the page's own policy lets no foreign script in.
  await page.evaluate(AXE);
  const results = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } };
    return axe.run({ exclude: ['.monaco-editor'] }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
  });
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('the studio can be used by everybody, empty, with rows, with an error and with a dialog', async ({
      page,
      demo,
    }) => {
      await waitUntilShopAnswers(demo);
      const studio = new StudioPage(page);
      await studio.open(`${demo.address}/studio?connection=shop`);
      expect(await violations(page)).toEqual([]);
      await studio.run('SELECT id, full_name, NULL AS nothing FROM customers ORDER BY id LIMIT 20');
      await expect(studio.cell(0, 0)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await studio.run('SELECT 1; SELECT nope');
      await expect(page.locator('dw-statement-failure')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Add connection' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}

test('the keyboard alone runs a query and reads a cell', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type("SELECT 'read me whole' AS note");
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(studio.cell(0, 0)).toHaveText('read me whole');
  for (const key of ['F6', 'Tab', 'Tab', 'Space']) await page.keyboard.press(key);
  await expect(page.getByRole('region', { name: 'Cell value' })).toContainText('read me whole');
});
