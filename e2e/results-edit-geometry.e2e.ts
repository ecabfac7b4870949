import type { Page } from '@playwright/test';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { applyAll, bar, open, panel, rows } from './grid-edits.js';
import { sql } from './run-sql.js';
import { expect, test } from './workbench.js';

const select = (columns: string): string => `SELECT id, ${columns} FROM edited_places.places ORDER BY id`;
const SPOTS = select('spot, home');
const AREA = 'MULTIPOLYGON Z (((4 50 1.5,9 50 2,9 54.1234567890123 3,4 50 1.5),(6 50.5 1,7 50.5 1,7 51 1,6 50.5 1)))';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    `DROP SCHEMA IF EXISTS edited_places CASCADE;
     CREATE SCHEMA edited_places;
     CREATE TABLE edited_places.places (
       id integer PRIMARY KEY, name text, spot postgis.geometry(Point, 4326) NOT NULL,
       area postgis.geometry(MultiPolygonZ, 4326), track postgis.geometry(LineStringM, 2056), home postgis.geography);
     INSERT INTO edited_places.places VALUES
       (1, 'One', 'SRID=4326;POINT(5.123456789012345 52)', 'SRID=4326;${AREA}',
        'SRID=2056;LINESTRING M (2600000.1 1200000.2 7, 2600100 1200100 8, 2600200.3 1200000.4 9)', 'POINT(5 52)'),
       (2, 'Two', 'SRID=4326;POINT(6 53)', NULL, NULL, NULL)`,
  );
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS edited_places CASCADE');
});

const dialog = (page: Page) => page.getByRole('dialog');
const map = (page: Page) => dialog(page).getByRole('application', { name: /^Map/ });
const text = (page: Page) => dialog(page).getByLabel('WKT, GeoJSON or WKB');
const stage = (page: Page) => dialog(page).getByRole('button', { name: 'Stage geometry' }).click();

/** Chooses a vertex by its keys, counted from 1. */
async function choose(page: Page, vertex: number): Promise<void> {
  await map(page).focus();
  const status = dialog(page).getByRole('status').filter({ hasText: /vert/i });
  const [, chosen = '0', count = ''] = /^\s*(?:Vertex (\d+) of )?(\d+)/.exec((await status.textContent()) ?? '') ?? [];
  const steps = (vertex - Number(chosen) + Number(count)) % Number(count);
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('n');
  await expect(status).toContainText(`Vertex ${vertex} of`);
}

test('vertices are moved, added and removed on the map, reviewed and applied; the others stay exact', async ({
  page,
  demo,
}) => {
  const studio = await open(page, demo, select('area'));
  const [[, before = '']] = (await rows(demo, select('area'))) as [string[]];
  await studio.cell(0, 1).click();
  await page.keyboard.press('Enter');
  await expect(text(page)).toHaveValue(/^MULTIPOLYGON Z \(\(\(4 50 1\.5, 9 50 2, 9 54\.1234567890123 3/);
  expect(await violations(page)).toEqual([]);

  // The pointer drags the second vertex, which is in the lower right corner of the outline.
  await choose(page, 2);
  const corner = await lowerRight(page);
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  await page.mouse.move(corner.x + 20, corner.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect(text(page)).not.toHaveValue(/9 50 2/);
  await expect(text(page)).toHaveValue(
    /^MULTIPOLYGON Z \(\(\(4 50 1\.5, 9\.\d+ 49\.\d+ 2, 9 54\.1234567890123 3, 4 50 1\.5\)/,
  );
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(text(page)).toHaveValue(/9 50 2/);
  await page.keyboard.press('ControlOrMeta+Shift+Z');

  // Keys move the third vertex along its parallel alone, add one behind it, and remove a vertex of the hole with the hole.
  await choose(page, 3);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(text(page)).toHaveValue(/, 9\.\d+ 54\.1234567890123 3, 4 50 1\.5\)/);
  await page.keyboard.press('Insert');
  await expect(dialog(page).getByText('Vertex 4 of 7')).toBeVisible();
  await choose(page, 6);
  await page.keyboard.press('Delete');
  await expect(dialog(page).getByText('Vertex 4 of 4')).toBeVisible();
  await expect(text(page)).not.toHaveValue(/6 50\.5/);
  await stage(page);
  await expect(bar(page)).toContainText('1 change in 1 row');
  await expect(studio.cell(0, 1)).toHaveClass(/dw-cell-changed/);
  await expect(studio.cell(0, 1)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+Z');

  await bar(page).getByRole('button', { name: 'Review changes' }).click();
  await expect(panel(page).locator('tr.after .changed')).toHaveCount(1);
  await panel(page).getByRole('button', { name: 'Apply 1 change' }).click();
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  const [[kept]] = (await rows(
    demo,
    `SELECT postgis.ST_AsEWKT(area) || ' ' || (area IS DISTINCT FROM '${before}'::postgis.geometry)
     FROM edited_places.places WHERE id = 1`,
  )) as [[string]];
  expect(kept).toMatch(
    /^SRID=4326;MULTIPOLYGON\(\(\(4 50 1\.5,9\.\d+ 49\.\d+ 2,9\.\d+ 54\.1234567890123 3,\S+ \S+ 3,4 50 1\.5\)\)\) true$/,
  );
});

test('a point is placed by a click, text is checked, and NULL is set', async ({ page, demo }) => {
  const studio = await open(page, demo, SPOTS);
  await studio.cell(1, 1).dblclick();
  await map(page).click({ position: { x: 200, y: 150 } });
  await expect(text(page)).toHaveValue(/^POINT \(\d/);
  await expect(text(page)).not.toHaveValue('POINT (6 53)');
  await text(page).fill('LINESTRING (0 0, 1 1)');
  await expect(dialog(page).getByRole('alert')).toContainText('The column takes a Point, and this is a LineString.');
  await text(page).fill('POINT (6');
  await expect(dialog(page).getByRole('alert')).toContainText('This is not WKT, GeoJSON or WKB');
  await expect(dialog(page).getByRole('button', { name: 'NULL' })).toHaveCount(0);
  await text(page).fill('{"type":"Point","coordinates":[6.5,53.25]}');
  await stage(page);

  // A geography without a value is drawn; another one is set to NULL.
  await studio.cell(1, 2).dblclick();
  await dialog(page).getByRole('button', { name: 'LineString', exact: true }).click();
  await map(page).click({ position: { x: 200, y: 150 } });
  await map(page).dblclick({ position: { x: 260, y: 190 } });
  await expect(text(page)).toHaveValue(/^LINESTRING \(\S+ \S+, \S+ \S+\)$/);
  await stage(page);
  await studio.cell(0, 2).dblclick();
  await dialog(page).getByRole('button', { name: 'NULL' }).click();
  // Escape changes nothing.
  await studio.cell(0, 1).dblclick();
  await map(page).focus();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(bar(page)).toContainText('3 changes in 2 rows');
  await applyAll(page, 2);
  const query = `SELECT postgis.ST_AsEWKT(spot), postgis.GeometryType(home::postgis.geometry), postgis.ST_SRID(home::postgis.geometry)::text
    FROM edited_places.places ORDER BY id`;
  expect(await rows(demo, query)).toEqual([
    ['SRID=4326;POINT(5.123456789012345 52)', null, null],
    ['SRID=4326;POINT(6.5 53.25)', 'LINESTRING', '4326'],
  ]);
});

test('a reference system of the database is a plane, and keeps SRID and M', async ({ page, demo }) => {
  const studio = await open(page, demo, select('track'));
  await studio.cell(0, 1).dblclick();
  await expect(dialog(page).getByText('Drawn without a basemap')).toBeVisible();
  await choose(page, 2);
  await page.keyboard.press('Delete');
  await expect(text(page)).toHaveValue('LINESTRING M (2600000.1 1200000.2 7, 2600200.3 1200000.4 9)');
  await choose(page, 1);
  await page.keyboard.press('Delete');
  await expect(dialog(page).getByRole('alert')).toContainText('The rest would not be a geometry.');
  await stage(page);
  await applyAll(page, 1);
  const [[kept]] = (await rows(demo, 'SELECT postgis.ST_AsEWKT(track) FROM edited_places.places WHERE id = 1')) as [
    [string],
  ];
  expect(kept).toBe('SRID=2056;LINESTRINGM(2600000.1 1200000.2 7,2600200.3 1200000.4 9)');
});

test('a feature of the map mode is edited, and drawn as it is staged', async ({ page, demo }) => {
  const studio = await open(page, demo, select('spot'));
  await page.getByRole('radio', { name: 'Map' }).click();
  await page.getByRole('application', { name: /^Map/ }).press('Enter');
  const card = page.getByRole('group', { name: 'Picked row' });
  await card.getByRole('button', { name: 'Edit geometry' }).click();
  await text(page).fill('POINT (7.5 51.25)');
  await stage(page);
  await expect(bar(page)).toContainText('1 change in 1 row');
  await expect(card).toContainText('0101000020E61000000000000000001E400000000000A04940');
  await page.getByRole('radio', { name: 'Table' }).click();
  await expect(studio.resultHead).toBeVisible();
  await expect(page.locator('.dw-cell-changed')).toHaveCount(1);
  await applyAll(page, 1);
  const spots = await rows(demo, 'SELECT postgis.ST_AsText(spot) FROM edited_places.places');
  expect(spots.flat()).toContain('POINT(7.5 51.25)');
});

test('the pointer over a feature shows what was typed and is staged', async ({ page, demo }) => {
  const studio = await open(page, demo, 'SELECT id, name, spot FROM edited_places.places WHERE id = 1');
  await studio.cell(0, 1).dblclick();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Renamed');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('1 change in 1 row');
  await page.getByRole('radio', { name: 'Map' }).click();
  // One place alone is in the middle of the map.
  await page.getByRole('application', { name: /^Map/ }).hover();
  await expect(page.locator('dw-map-view .hover')).toHaveText('Renamed');
});

/** Where the lower right vertex of the area is on the screen: all of it is shown, with 56 pixels around it. */
async function lowerRight(page: Page): Promise<{ x: number; y: number }> {
  const box = (await map(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [[west, south], [east, north]] = [mercator(4, 50), mercator(9, 54.1234567890123)];
  const metres = Math.max((east - west) / (box.width - 112), (north - south) / (box.height - 112));
  const [right, down] = [(east - west) / 2 / metres, (north - south) / 2 / metres];
  return { x: box.x + box.width / 2 + right, y: box.y + box.height / 2 + down };
}

function mercator(longitude: number, latitude: number): [number, number] {
  const radians = Math.PI / 180;
  return [6_378_137 * longitude * radians, 6_378_137 * Math.asinh(Math.tan(latitude * radians))];
}
