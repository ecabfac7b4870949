import { waitUntilShopAnswers } from './demo-shop.js';
import { bar, panel, rows } from './grid-edits.js';
import { fill, press, tabTo } from './keys.js';
import { sql } from './run-sql.js';
import { goToCell, openByKeys } from './support/grid-keys.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    `DROP SCHEMA IF EXISTS keyed_places CASCADE;
     CREATE SCHEMA keyed_places;
     CREATE TABLE keyed_places.places (
       id integer PRIMARY KEY, spot postgis.geometry(Point, 4326), track postgis.geometry(LineString, 4326));
     INSERT INTO keyed_places.places VALUES (1, 'SRID=4326;POINT(5 52)', 'SRID=4326;LINESTRING(4 50, 6 51, 9 54)'), (2, NULL, NULL)`,
  );
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS keyed_places CASCADE');
});

test('vertices are moved, added and removed, a point is placed, and all is applied, by the keyboard alone', async ({
  page,
  demo,
}) => {
  const dialog = page.getByRole('dialog');
  const map = dialog.getByRole('application', { name: /^Map/ });
  const text = dialog.getByLabel('WKT, GeoJSON or WKB');
  const studio = await openByKeys(page, demo, 'SELECT id, spot, track FROM keyed_places.places ORDER BY id');
  await goToCell(studio, 0, 2);
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('LINESTRING (4 50, 6 51, 9 54)');
  await tabTo(map);
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect(dialog.getByText('Vertex 2 of 3')).toBeVisible();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(text).not.toHaveValue(/6 51,/);
  await page.keyboard.press('Insert');
  await expect(dialog.getByText('Vertex 3 of 4')).toBeVisible();
  await page.keyboard.press('Delete');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(text).toHaveValue(/^LINESTRING \(4 50, \S+ 51\.\S+, \S+ \S+, 9 54\)$/);
  await press(dialog.getByRole('button', { name: 'Stage geometry' }), 'Enter');
  await expect(studio.cell(0, 2)).toBeFocused();

  // A point for a row without one: it is drawn where the middle of the map is.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await tabTo(map);
  await page.keyboard.press('Space');
  await expect(text).toHaveValue(/^POINT \(\S+ \S+\)$/);
  await fill(text, 'POINT (6.5 53.25)');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(bar(page)).toContainText('2 changes in 2 rows');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(panel(page).locator('tr.after .changed')).toHaveCount(2);
  await press(panel(page).getByRole('button', { name: 'Apply 2 changes' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  const query = `SELECT postgis.ST_AsText(spot), postgis.ST_NPoints(track)::text FROM keyed_places.places ORDER BY id`;
  expect(await rows(demo, query)).toEqual([
    ['POINT(5 52)', '4'],
    ['POINT(6.5 53.25)', null],
  ]);
});
