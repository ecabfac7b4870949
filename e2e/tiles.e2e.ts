import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { SavedQuery } from '#libs/api';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { sql } from './run-sql.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const CDN = 'https://cdn.jsdelivr.net/npm/';
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css' };
const PURPLE = [128, 0, 128] as const;

/** Squares over Europe and Africa; the second one has a key beyond what a double holds. */
const AREAS = `SELECT i AS id, 'Area ' || i AS name, CASE i WHEN 2 THEN 9007199254740993 ELSE 41 + i END AS big,
  ST_MakeEnvelope(-10 + 30 * (i - 1), -10, 10 + 30 * (i - 1), 40, 4326) AS geom FROM generate_series(1, 2) i`;

async function saved(demo: Workbench, name: string, text: string): Promise<SavedQuery> {
  const input = { name, connection_id: 'shop', sql: text };
  return (await demo.api<SavedQuery>('POST', '/api/studio/queries', input)).body;
}

/** A page of another origin on this machine, whose libraries come from the disk in place of the network. */
async function openElsewhere(page: Page, html: string): Promise<Server> {
  await page.route(`${CDN}**`, (route) => {
    const [address = ''] = route.request().url().split('?');
    const path = address.slice(CDN.length).replace(/^((?:@[^/]+\/)?[^/@]+)@[^/]+/, '$1');
    const contentType = TYPES[extname(path)] ?? 'application/octet-stream';
    const headers = { 'Access-Control-Allow-Origin': '*' };
    return route.fulfill({ body: readFileSync(join('node_modules', path)), contentType, headers });
  });
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  return server;
}

/** Counts in the browser, which can read a picture; a tint of a colour has the same differences between its parts. */
const COUNT = `async ({ picture, wanted: [r, g, b] }) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + picture;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const strength = (255 - data[at + 1]) / Math.max(255 - g, 1);
    const isNear = (part, of) => Math.abs(255 - part - (255 - of) * strength) < 30;
    if (strength > 0.15 && isNear(data[at], r) && isNear(data[at + 2], b)) count += 1;
  }
  return (count * 4) / data.length;
}`;

/** The share of the picture of the page that is of a colour, or of it on a light ground. */
async function painted(page: Page, wanted: readonly number[]): Promise<number> {
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate<number>(`(${COUNT})(${JSON.stringify({ picture, wanted })})`);
}

/** Accessibility violations in light and in dark. */
async function faultsInBothThemes(page: Page): Promise<string[]> {
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark];
}

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, 'CREATE EXTENSION IF NOT EXISTS postgis');
});

test('a saved query becomes a layer, is coloured, and works on a bare page', async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await saved(demo, 'Areas', AREAS);
  await page.goto(`${demo.address}/studio?connection=shop`);
  // The list is read again when the live stream opens, which closes a menu.
  await expect(async () => {
    await page.getByRole('button', { name: 'Actions for Areas' }).click({ timeout: 2_000 });
    await page.getByRole('menuitem', { name: 'Map layer' }).click({ timeout: 2_000 });
  }).toPass();
  await expect(page).toHaveURL(/\/layers\//);
  const times = page.locator('dw-tile-times');
  await expect(times).toContainText(/\d+ tiles? · p50 [\d,]+ ms · p95 [\d,]+ ms/);
  await page.locator('dw-style-form input[type=color]').fill('#800080');
  await expect.poll(() => painted(page, PURPLE)).toBeGreaterThan(0.02);
  await page.getByRole('radio', { name: 'By value' }).click();
  await page.locator('dw-style-form select').selectOption('name');
  await expect(page.getByRole('list', { name: 'Legend' })).toHaveText(/Area 1\s*Area 2\s*Other/);
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Legend' })).toHaveText(/Area 1\s*Area 2\s*Other/);
  await page.getByRole('radio', { name: 'One colour' }).click();
  await page.locator('dw-style-form input[type=color]').fill('#800080');
  for (const library of ['OpenLayers', 'MapLibre', 'Leaflet']) {
    await page.getByRole('radio', { name: library }).click();
    await page.getByRole('button', { name: `Copy for ${library}` }).click();
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    const bare = await context.newPage();
    const server = await openElsewhere(bare, text);
    await expect.poll(() => painted(bare, PURPLE), { message: library }).toBeGreaterThan(0.05);
    await bare.screenshot({ path: `test-results/layer-${library}.png` });
    await bare.close();
    server.close();
  }
});

test('a number beyond 2^53 is read as its digits by MapLibre and OpenLayers', async ({ page, demo }) => {
  const { id } = await saved(demo, 'Big', AREAS);
  const tile = `${demo.address}/api/tiles/${id}/{z}/{x}/{y}`;
  const server = await openElsewhere(
    page,
    `<div id="map" style="height: 400px"></div><script src="${CDN}ol@0/dist/ol.js"></script><script type="module">
      import { Map } from '${CDN}maplibre-gl@0/dist/maplibre-gl.mjs';
      const layers = [{ id: 'a', type: 'fill', source: 's', 'source-layer': 'query' }];
      const map = new Map({ container: 'map', zoom: 1, center: [15, 15], style: { version: 8, sources: { s: { type: 'vector', tiles: ['${tile}'] } }, layers } });
      map.once('idle', async () => {
        const bigOf = (features, of) => [...new globalThis.Set(features.map(of))].sort();
        const bytes = await (await fetch('${tile.replace('{z}/{x}/{y}', '0/0/0')}')).arrayBuffer();
        window.read = {
          maplibre: bigOf(map.queryRenderedFeatures(), (one) => one.properties.big),
          openlayers: bigOf(new ol.format.MVT().readFeatures(bytes), (one) => one.get('big')),
        };
      });</script>`,
  );
  const read = await page.waitForFunction('window.read');
  const expected = [42, '9007199254740993'];
  expect(await read.jsonValue()).toEqual({ maplibre: expected, openlayers: expected });
  server.close();
});

test('Explore finds a table, shows what is around it, and leads to the map, as Admin does', async ({ page, demo }) => {
  await sql(
    demo,
    'CREATE TABLE IF NOT EXISTS explored AS SELECT 1 AS id, ST_SetSRID(ST_Point(2, 48), 4326)::geometry(Point, 4326) AS geom',
  );
  await page.goto(`${demo.address}/explore`);
  await page.getByRole('searchbox', { name: 'Search tables and columns' }).fill('order_items');
  await page
    .getByRole('list', { name: 'Tables and columns' })
    .getByRole('button', { name: /^order_items/ })
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: 'Table' });
  await expect(panel.getByRole('heading', { name: 'order_items' })).toBeVisible();
  await panel.getByRole('button', { name: 'Show 20 rows' }).click();
  await expect(panel.getByRole('region', { name: 'Rows of the sample' }).getByRole('row')).toHaveCount(21);
  await panel.getByRole('option', { name: 'Table public.orders', exact: true }).click();
  await expect(panel.getByRole('heading', { name: 'orders', exact: true })).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Spatial' }).click();
  const row = page.getByRole('row', { name: /explored/ });
  await expect(row).toContainText('point');
  await expect(row).toContainText('Missing');
  await row.getByRole('link', { name: 'Open in map' }).click();
  await expect(page).toHaveURL(/\/studio/);
  await expect(page.locator('dw-map-view').first()).toBeVisible();

  await page.goto(`${demo.address}/admin`);
  const missing = page.getByRole('table', { name: 'Tables of Shop without a spatial index' });
  await expect(missing.getByRole('row', { name: /explored/ })).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await missing
    .getByRole('row', { name: /explored/ })
    .getByRole('link', { name: 'Open in map' })
    .click();
  await expect(page).toHaveURL(/\/studio/);
  await expect(page.locator('dw-map-view').first()).toBeVisible();
  await sql(demo, 'DROP TABLE explored');
});

test('Open in map draws the geometry column of its row, also the second one of a table', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    `DROP TABLE IF EXISTS commutes;
     CREATE TABLE commutes (id int PRIMARY KEY, home geometry(Point, 4326), work geometry(Point, 4326));
     INSERT INTO commutes SELECT i, CASE i WHEN 1 THEN ST_Point(5, 50, 4326) END, ST_Point(8 + i, 48, 4326)
       FROM generate_series(1, 3) i`,
  );
  for (const [column, words] of [
    ['work', '3 rows drawn'],
    ['home', '1 of 3 rows drawn'],
  ] as const) {
    await page.goto(`${demo.address}/explore?connection=shop`);
    await page.getByRole('radio', { name: 'Spatial' }).click();
    const row = page.getByRole('row', { name: new RegExp(`commutes ${column}`) });
    await row.getByRole('link', { name: 'Open in map' }).click();
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  await sql(demo, 'DROP TABLE commutes');
});
