import type { ChangeSetDetails } from '#libs/api';
import { waitUntilShopAnswers } from './demo-shop.js';
import { sql } from './run-sql.js';
import { expect, test } from './workbench.js';

const ROWS = 6_000;
const PAGES = ROWS / 200;

test('the last row of a large change set is there at once, without the pages before it', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    'DROP SCHEMA IF EXISTS many CASCADE; CREATE SCHEMA many; CREATE TABLE many.parts (id integer PRIMARY KEY, name text)',
  );
  const items = Array.from({ length: ROWS }, (_, place) => ({
    ...{ kind: 'insert', schema: 'many', table: 'parts' },
    values: { id: String(place + 1), name: `part ${place + 1}` },
  }));
  const { body } = await demo.api<ChangeSetDetails>('POST', '/api/changes', {
    ...{ connection_id: 'shop', title: 'Many parts', items },
  });
  await demo.api('POST', `/api/changes/${body.id}/rehearse`);

  const read: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/rows')) read.push(searchParams.get('cursor') ?? '');
  });
  await page.goto(`${demo.address}/changes/${body.id}`);
  const rows = page.getByRole('region', { name: 'Rows of many.parts' });
  await expect(rows.getByRole('row').filter({ hasText: 'part 1' }).first()).toBeVisible();
  await expect(rows.getByRole('table')).toHaveAttribute('aria-rowcount', String(ROWS + 1));

  await rows.focus();
  await page.keyboard.press('End');
  await expect(rows.getByRole('cell', { name: `part ${ROWS}`, exact: true })).toBeInViewport();
  // A key scrolls smoothly past some of the thirty pages.
  expect(read.length).toBeLessThan(PAGES / 2);

  // As when the scroll bar is dragged.
  await rows.evaluate((element) => {
    const box = element as unknown as { scrollTop: number; readonly scrollHeight: number };
    box.scrollTop = box.scrollHeight / 2;
  });
  await expect(rows.getByRole('cell', { name: `part ${ROWS / 2}`, exact: true })).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(rows.getByRole('cell', { name: 'part 1', exact: true })).toBeInViewport();
  expect(new Set(read).size).toBe(read.length);
  expect(read.length).toBeLessThan(PAGES);

  await demo.api('DELETE', `/api/changes/${body.id}`);
  await sql(demo, 'DROP SCHEMA many CASCADE');
});
