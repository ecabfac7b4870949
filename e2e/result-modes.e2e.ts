import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const STORES = `SELECT s.name, s.country, count(*) AS orders, sum(o.total) AS revenue, s.opening_hours, s.latitude, s.longitude
FROM stores s LEFT JOIN orders o ON o.store_id = s.id GROUP BY s.id
UNION ALL SELECT 'Warehouse', 'DE', 4, 9007199254740993.10, '{"a":12345678901234567890}', NULL, NULL ORDER BY orders`;

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

/** A style like those of the basemap's host: a ground, points and their names, of tiles of its own. */
function styleOf(pathname: string): object {
  const kind = pathname.endsWith('/dark') ? 'dark' : 'light';
  const tiles = [`https://tiles.openfreemap.org/tiles/${kind}/{z}/{x}/{y}.pbf`];
  const source = { source: 'base', 'source-layer': 'query' };
  return {
    version: 8,
    sources: { base: { type: 'vector', tiles, maxzoom: 14 } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': kind === 'dark' ? '#102030' : '#d0e0f0' } },
      { id: 'points', type: 'circle', ...source, paint: { 'circle-radius': 3, 'circle-color': '#ff0000' } },
      { id: 'names', type: 'symbol', ...source, layout: { 'text-field': 'x', 'text-font': ['Noto Sans Regular'] } },
    ],
  };
}

const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

/** No story depends on the outside network: nothing but the workbench itself is there. */
test.beforeEach(async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  await page.route(
    (url) => url.origin !== demo.address,
    (route) => route.abort(),
  );
});

async function open(page: Page, address: string, sql: string): Promise<StudioPage> {
  const studio = new StudioPage(page);
  await studio.open(`${address}/studio?connection=shop`);
  await studio.run(sql);
  await expect(studio.resultHead).toContainText(/rows?/);
  return studio;
}

test('a result is looked at as table, map, chart and JSON, and runs once', async ({ page, demo }) => {
  const runs: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/studio/runs')) runs.push(request.url());
  });
  const studio = await open(page, demo.address, STORES);
  await expect(studio.resultHead).toContainText(/25\s*rows.*All rows loaded/s);
  for (const action of ['Copy CSV', 'Download CSV', 'Download JSON', 'Export'])
    await expect(studio.resultHead.getByRole('button', { name: action, exact: true })).toBeVisible();
  await expect(mode(page, 'Plan')).toHaveAttribute('aria-disabled', 'true');

  await mode(page, 'Map').click();
  await expect(page.getByText('24 of 25 rows drawn')).toBeVisible();
  await expect(page.getByText("No basemap: tiles.openfreemap.org can't be reached.")).toBeVisible();
  await page.getByRole('button', { name: 'Show the others' }).click();
  await expect(page.getByRole('region', { name: 'Rows that are not drawn' })).toContainText(
    '1 with no position: row 1',
  );
  const notes = page.getByRole('button', { name: 'Close the note' });
  await expect(notes).toHaveCount(2);
  await notes.last().click();
  await notes.first().click();
  await expect(notes).toHaveCount(0);
  await expect(page.getByText('No basemap:')).toBeHidden();
  await page.getByRole('button', { name: 'Show rows drawn' }).click();
  await expect(page.getByText('24 of 25 rows drawn')).toBeVisible();

  await mode(page, 'Chart').click();
  await expect(mode(page, 'Bar')).toBeChecked();
  await expect(page.getByRole('img', { name: /Bar chart named orders/ })).toBeVisible();

  await mode(page, 'JSON').click();
  const json = page.getByRole('region', { name: 'Result as JSON' });
  await expect(json).toContainText('9007199254740993.10');
  for (let line = 0; line < 5; line += 1) await json.press('ArrowDown');
  await expect(json).not.toContainText('12345678901234567890');
  await json.press('ArrowRight');
  await expect(json).toContainText('12345678901234567890');

  await page.reload();
  await expect(mode(page, 'JSON')).toBeChecked();
  expect(runs).toHaveLength(1);
});

test('a picked row is the same one on the map and in the table', async ({ page, demo }) => {
  const studio = await open(page, demo.address, STORES);
  await studio.cell(4, 0).click();
  const name = (await studio.cell(4, 0).textContent()) ?? '';
  await mode(page, 'Map').click();
  const card = page.getByRole('group', { name: 'Picked row' });
  await expect(card).toContainText(name);
  await expect(card).toContainText('row 5 of 25');
  await card.getByRole('button', { name: 'Next row' }).click();
  await expect(card).toContainText('row 6 of 25');
  await card.getByRole('button', { name: 'Show in table' }).click();
  await expect(page.locator('.ag-row[row-index="5"]')).toHaveClass(/ag-row-selected/);

  await mode(page, 'Map').click();
  await page.getByRole('switch', { name: 'Bubbles' }).check();
  const legend = page.getByRole('region', { name: 'Legend' });
  await expect(legend).toContainText('orders');
  await page.getByLabel('Colour').selectOption('country');
  await expect(legend).toContainText(/country\s*DE\s*5/);
  const map = page.getByRole('application', { name: /^Map/ });
  await map.press('Escape');
  await expect(card).toBeHidden();
  await map.press('Enter');
  await expect(card).toBeVisible();
  // The picked one is in sight; a click there picks it again, a click beside everything lets go.
  await map.press('Escape');
  await map.click({ position: { x: 500, y: 20 } });
  await expect(card).toBeHidden();
});

test('the map shows the rows that meet the conditions of the table', async ({ page, demo }) => {
  const studio = await open(page, demo.address, STORES);
  await page.getByRole('button', { name: 'Filter row' }).click();
  await studio.cell(0, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
  await expect(studio.resultHead).toContainText(/1 filter · \d+\s*of\s*25 rows/);
  const [, matched = ''] = /· (\d+)\s*of/.exec((await studio.resultHead.textContent()) ?? '') ?? [];
  await mode(page, 'Map').click();
  await expect(page.getByText(`${Number(matched) - 1} of ${matched} rows drawn`)).toBeVisible();
  await studio.resultHead.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('24 of 25 rows drawn')).toBeVisible();
});

test('geometries of any reference system are drawn, of Postgres and DuckDB', async ({ page, demo }) => {
  const studio = await open(
    page,
    demo.address,
    `SELECT id, postgis.ST_Transform(location, 3035) AS place FROM stores
     UNION ALL SELECT 98, postgis.ST_GeomFromEWKT('SRID=3035;POINT(1e30 1e30)')
     UNION ALL SELECT 99, postgis.ST_GeomFromText('CURVEPOLYGON(CIRCULARSTRING(4 50, 6 50, 4 50))', 4326)`,
  );
  await mode(page, 'Map').click();
  await expect(page.getByText('25 of 26 rows drawn')).toBeVisible();
  await page.getByRole('button', { name: 'Show the others' }).click();
  await expect(page.getByText('SRID 3035, not transformed')).toBeVisible();

  await studio.connection('Lake').dblclick();
  await studio.run(`SELECT 1 AS id, 'POLYGON ((4 50, 9 50, 9 54, 4 50))'::GEOMETRY AS shape
    UNION ALL SELECT 2, 'GEOMETRYCOLLECTION (POINT (5 52), LINESTRING (5 52, 8 53))'::GEOMETRY`);
  await mode(page, 'Map').click();
  await expect(page.getByText('2 rows drawn')).toBeVisible();
});

test('a large result is drawn from what is kept, and says how much of it', async ({ page, demo }) => {
  await open(
    page,
    demo.address,
    `SELECT i, (i % 1700) / 10.0 - 85 AS lng, (i % 130) - 60 AS lat FROM generate_series(1, 120000) AS s(i)`,
  );
  await mode(page, 'Map').click();
  await expect(page.getByText('100,000 of 120,000 rows drawn')).toBeVisible();
  await page.getByRole('button', { name: 'Show the others' }).click();
  await expect(page.getByText('20,000 rows beyond the first 100,000')).toBeVisible();

  // All of it, by the database: too many for one tile of the world, all of them from nearer.
  await page.getByRole('button', { name: 'Draw all 120,000 by the database' }).click();
  const note = page.getByRole('status').filter({ hasText: 'Drawn by the database' });
  await expect(note).toContainText(/in view/);
  await expect(note).toContainText('of 120,000 in all');
  const map = page.getByRole('application', { name: /^Map/ });
  await expect(page.getByRole('switch', { name: 'Bubbles' })).toBeHidden();
  await map.press('Escape');
  await page.getByRole('button', { name: 'Draw the first 100,000 here' }).click();
  await expect(page.getByText('100,000 of 120,000 rows drawn')).toBeVisible();
});

test('the default basemap lies under the data, light or dark with the theme', async ({ page, demo }) => {
  const made = await demo.api<{ query_id: string }>('POST', '/api/tiles', {
    connection_id: 'shop',
    sql: 'SELECT latitude, longitude FROM stores',
    latitude_column: 'latitude',
    longitude_column: 'longitude',
  });
  expect(made.status).toBe(201);
  const tile = Buffer.from(await (await fetch(`${demo.address}/api/tiles/${made.body.query_id}/0/0/0`)).arrayBuffer());
  const asked: string[] = [];
  await page.route('https://tiles.openfreemap.org/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    if (pathname.startsWith('/tiles/'))
      return route.fulfill({ body: tile, contentType: 'application/vnd.mapbox-vector-tile', headers: ANY_ORIGIN });
    return route.fulfill({ json: styleOf(pathname), headers: ANY_ORIGIN });
  });
  await open(page, demo.address, STORES);
  await mode(page, 'Map').click();
  await expect(page.getByText('24 of 25 rows drawn')).toBeVisible();
  await expect.poll(() => asked.filter((path) => path.startsWith('/tiles/light/')).length).toBeGreaterThan(0);
  await expect(page.getByText('OpenStreetMap')).toBeVisible();
  await expect(page.getByText('No basemap')).toHaveCount(0);
  const light = await page.locator('dw-map-frame canvas').first().screenshot();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => asked.filter((path) => path.startsWith('/tiles/dark/')).length).toBeGreaterThan(0);
  await expect
    .poll(async () => (await page.locator('dw-map-frame canvas').first().screenshot()).equals(light))
    .toBe(false);
  expect([...new Set(asked.filter((path) => path.startsWith('/styles/')))]).toEqual([
    '/styles/positron',
    '/styles/dark',
  ]);
});

test('a chart is set by hand and saved', async ({ page, demo }) => {
  const studio = await open(
    page,
    demo.address,
    "SELECT date_trunc('month', placed_at) AS month, status, sum(total) AS revenue FROM orders GROUP BY 1, 2",
  );
  await mode(page, 'Chart').click();
  await expect(mode(page, 'Line')).toBeChecked();
  await expect(page.getByLabel('Series of')).toHaveValue('1');
  await mode(page, 'Bar').click();
  await page.getByLabel('X', { exact: true }).selectOption('status');
  await page.getByLabel('Series of').selectOption('None');
  await page.getByLabel('Sort').selectOption('Largest first');
  await page.getByLabel('Top').selectOption('5');
  await expect(page.getByText('1 more along x')).toBeVisible();
  for (const [button, begin] of [
    ['PNG', '\u0089PNG'],
    ['SVG', '<svg'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      studio.resultHead.getByRole('button', { name: button }).click(),
    ]);
    const bytes = await readFile(await file.path());
    expect(bytes.toString('latin1').startsWith(begin)).toBe(true);
    if (button === 'SVG') expect(bytes.toString()).toContain('delivered');
  }
});

test('columns are moved, hidden and shown again, and a wide row is read as a form', async ({ page, demo }) => {
  const studio = await open(page, demo.address, STORES);
  await studio.cell(0, 4).click();
  await page.keyboard.press('Space');
  const viewer = page.getByRole('region', { name: 'Cell value' });
  await expect(viewer.locator('pre')).toHaveText('{\n  "a": 12345678901234567890\n}');
  await viewer.getByRole('button', { name: 'Formatted' }).click();
  await expect(viewer.locator('pre')).toHaveText('{"a": 12345678901234567890}');
  await viewer.getByRole('radio', { name: 'Row' }).click();
  await expect(viewer).toContainText(/revenue\s*numeric\s*9007199254740993.10/);
  await viewer.getByRole('button', { name: 'Row below' }).click();
  await expect(viewer).toContainText('Row 2');
  await viewer.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'country' }).click();
  await page.keyboard.press('Escape');
  await expect(studio.cell(0, 1)).toHaveCount(0);
  await mode(page, 'JSON').click();
  await mode(page, 'Table').click();
  await expect(studio.cell(0, 1)).toHaveCount(0);
  await page.getByRole('button', { name: '1 hidden' }).click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await expect(studio.cell(0, 1)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every mode can be used by everybody in the ${colorScheme} theme`, async ({ page, demo }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, demo.address, STORES);
    for (const name of ['Table', 'Map', 'Chart', 'JSON']) {
      await mode(page, name).click();
      if (name === 'Map') await page.getByRole('switch', { name: 'Bubbles' }).check();
      await page.waitForTimeout(300);
      expect(await violations(page), name).toEqual([]);
    }
  });
}
