import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Neighbourhood, TablePositions } from '#libs/api';
import { violationsInThemes } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { sql } from './run-sql.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const TABLES = `
  DROP SCHEMA IF EXISTS drawn CASCADE;
  CREATE SCHEMA drawn;
  CREATE TABLE drawn.planets (id bigint PRIMARY KEY, name text);
  CREATE TABLE drawn.moons (id bigint PRIMARY KEY, planet_id bigint NOT NULL REFERENCES drawn.planets, crater text);
  CREATE TABLE drawn.visits (id bigint PRIMARY KEY, moon_id bigint NOT NULL REFERENCES drawn.moons);
  INSERT INTO drawn.planets SELECT i FROM generate_series(1, 12) AS s(i);
  ANALYZE drawn.planets, drawn.moons, drawn.visits`;
const MANY = `
  DO $$ BEGIN FOR i IN 1..500 LOOP
    EXECUTE format('CREATE TABLE drawn.many_%s (id bigint PRIMARY KEY, ref bigint%s, note text, at timestamptz)', i,
      CASE WHEN i > 1 THEN format(' REFERENCES drawn.many_%s', i / 2) END);
  END LOOP; END $$`;

/** The diagram as a person sees it. */
class DiagramPage {
  readonly canvas: Locator;
  readonly find: Locator;
  readonly panel: Locator;

  constructor(readonly page: Page) {
    this.canvas = page.getByRole('listbox', { name: 'Tables of the diagram' });
    this.find = page.getByRole('searchbox', { name: 'Find in the diagram' });
    this.panel = page.getByRole('complementary', { name: 'Table' });
  }

  card(name: string): Locator {
    return this.canvas.getByRole('option', { name: `Table drawn.${name}` });
  }

  /** The table that assistive technology is at. */
  async active(): Promise<string | null> {
    const id = await this.canvas.getAttribute('aria-activedescendant');
    return id === null ? null : this.page.locator(`[id="${id}"]`).getAttribute('aria-label');
  }

  async save(button: string): Promise<{ name: string; content: Buffer }> {
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: button }).click();
    const file = await download;
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  }
}

/** The server asks every ten seconds at most whether a catalog changed. */
async function untilCatalogHas(demo: Workbench, tables: number): Promise<void> {
  const count = async (): Promise<number> => {
    const { body } = await demo.api<Neighbourhood>('GET', '/api/explore/shop/diagram');
    return body.tables.filter(({ schema }) => schema === 'drawn').length;
  };
  await expect.poll(count).toBe(tables);
}

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, TABLES);
  await untilCatalogHas(demo, 3);
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS drawn CASCADE');
});

test('a card has its number of rows and marks its keys; selecting it highlights the columns of its foreign keys', async ({
  page,
  demo,
}) => {
  const diagram = new DiagramPage(page);
  await page.goto(`${demo.address}/explore?in=shop&view=diagram`);
  await page.getByRole('combobox', { name: 'Schema' }).selectOption('drawn');
  const columns = diagram.card('moons').locator('.slot');
  await expect(columns).toHaveCount(2);
  await expect(diagram.card('planets')).toContainText(/planets\s*12\s*id/);
  await diagram.card('planets').click();
  await expect(diagram.panel).toContainText('planets');
  const ends = (name: string) => diagram.card(name).locator('.end');
  await expect
    .poll(() => Promise.all(['planets', 'moons', 'visits'].map((name) => ends(name).count())))
    .toEqual([1, 1, 0]);
  await expect(diagram.card('visits')).toHaveClass(/aside/);
  await expect(diagram.card('moons')).not.toHaveClass(/aside/);
});

test('the keyboard finds a table, follows foreign keys, opens one and shows its neighbours', async ({ page, demo }) => {
  const diagram = new DiagramPage(page);
  await page.goto(`${demo.address}/explore?in=shop`);
  await page.getByRole('radio', { name: 'Tables' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/view=diagram/);
  await expect(diagram.card('moons')).toBeAttached();
  await diagram.find.focus();
  await page.keyboard.type('crater');
  await expect(page.getByRole('status').filter({ hasText: '1 table' })).toBeVisible();
  await page.keyboard.press('Enter');
  await diagram.canvas.focus();
  expect(await diagram.active()).toBe('Table drawn.moons');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => diagram.active()).toBe('Table drawn.planets');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => diagram.active()).toBe('Table drawn.visits');
  await page.keyboard.press('Enter');
  await expect(diagram.panel).toContainText('moon_id');
  await expect(page).toHaveURL(/schema=drawn&table=visits/);
  await expect(diagram.card('visits')).toHaveAttribute('aria-selected', 'true');

  await page.getByLabel('Tables shown').selectOption({ label: 'Neighbours of visits: 1 step' });
  await expect(page.getByText('2 tables, 1 foreign key')).toBeVisible();
  await expect(diagram.canvas.getByRole('option')).toHaveCount(2);
  await page.getByLabel('Tables shown').selectOption('0');
  await page.getByLabel('Schema', { exact: true }).selectOption({ label: 'drawn' });
  await expect(page.getByText('3 tables, 2 foreign keys')).toBeVisible();
});

test('beside an open table at 1280 px the toolbar is two rows at most', async ({ page, demo }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const diagram = new DiagramPage(page);
  await page.goto(`${demo.address}/explore?in=shop&view=diagram&on=shop&schema=drawn&table=moons`);
  await expect(diagram.panel).toContainText('moons');
  await page.getByRole('combobox', { name: 'Tables shown' }).selectOption({ label: 'Neighbours of moons: 1 step' });
  await expect(page.getByText('3 tables, 2 foreign keys')).toBeVisible();
  const parts = await page.getByRole('toolbar', { name: 'Diagram' }).locator('> *').all();
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const tops = boxes.map((box) => Math.round((box?.y ?? 0) / 20));
  expect(new Set(tops).size).toBeLessThanOrEqual(2);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a click opens a table, a drag pans, the wheel zooms', async ({ page, demo }) => {
  const diagram = new DiagramPage(page);
  await page.goto(`${demo.address}/explore?in=shop&view=diagram`);
  await page.getByLabel('Schema', { exact: true }).selectOption({ label: 'drawn' });
  const before = await diagram.card('planets').boundingBox();
  await diagram.card('planets').hover();
  await page.mouse.down();
  await page.mouse.move((before?.x ?? 0) + 200, (before?.y ?? 0) + 120, { steps: 5 });
  await page.mouse.up();
  const after = await diagram.card('planets').boundingBox();
  expect((after?.x ?? 0) - (before?.x ?? 0)).toBeGreaterThan(50);
  await expect(diagram.panel).toBeHidden();
  await page.mouse.wheel(0, -200);
  await expect
    .poll(async () => (await diagram.card('planets').boundingBox())?.width ?? 0)
    .toBeGreaterThan(after?.width ?? 0);
  await diagram.card('planets').click();
  await expect(page).toHaveURL(/table=planets/);
  await expect(diagram.panel).toBeVisible();
});

test('a table is moved by hand and by keyboard, stays there for the person, and is reset', async ({ page, demo }) => {
  const diagram = new DiagramPage(page);
  const positions = async () =>
    (await demo.api<TablePositions>('GET', '/api/explore/shop/positions')).body.items.filter(
      ({ schema }) => schema === 'drawn',
    );
  await page.goto(`${demo.address}/explore?in=shop&view=diagram`);
  await diagram.find.fill('crater');
  await diagram.find.press('Enter');
  const before = await diagram.card('moons').boundingBox();
  await diagram.card('moons').hover();
  await page.mouse.down();
  await page.mouse.move((before?.x ?? 0) + 160, (before?.y ?? 0) + 90, { steps: 5 });
  await page.mouse.up();
  await expect.poll(positions).toMatchObject([{ table: 'moons' }]);
  await expect(diagram.panel).toBeHidden();
  const [dropped] = await positions();
  await diagram.canvas.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(positions).toMatchObject([{ table: 'moons', x: (dropped?.x ?? 0) + 20, y: dropped?.y }]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Reset positions' })).toBeVisible();
  await page.getByRole('button', { name: 'Reset positions' }).click();
  await expect.poll(positions).toEqual([]);
  await expect(page.getByRole('button', { name: 'Reset positions' })).toHaveCount(0);
});

test('SVG and PNG hold the whole diagram', async ({ page, demo }) => {
  const diagram = new DiagramPage(page);
  await page.goto(`${demo.address}/explore?in=shop&view=diagram`);
  await page.getByLabel('Schema', { exact: true }).selectOption({ label: 'drawn' });
  await expect(diagram.canvas.getByRole('option')).toHaveCount(3);
  const svg = await diagram.save('Export SVG');
  expect(svg.name).toBe('shop.svg');
  const text = svg.content.toString();
  expect([...text.matchAll(/<title>drawn\.(\w+)/g)].map(([, name]) => name).sort()).toEqual([
    'moons',
    'planets',
    'visits',
  ]);
  expect(text).toContain('moons (planet_id) → planets (id)');
  const png = await diagram.save('Export PNG');
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  expect(png.content.readUInt32BE(16)).toBeGreaterThan(1_000);
});

test('500 tables are drawn, and search leads to one of them', async ({ page, demo }) => {
  await sql(demo, MANY);
  await untilCatalogHas(demo, 503);
  const diagram = new DiagramPage(page);
  await page.goto(`${demo.address}/explore?in=shop&view=diagram`);
  await page.getByLabel('Schema', { exact: true }).selectOption({ label: 'drawn' });
  await expect(page.getByText('503 tables, 501 foreign keys')).toBeVisible();
  await diagram.find.fill('many_499');
  await diagram.find.press('Enter');
  await expect(diagram.card('many_499')).toBeInViewport();
});

test('the diagram marks what changed and has no accessibility findings', async ({ page, demo }) => {
  await demo.api('POST', '/api/schema-watch/shop/run');
  await sql(demo, 'ALTER TABLE drawn.moons ADD COLUMN radius numeric');
  expect((await demo.api('POST', '/api/schema-watch/shop/run')).status).toBeLessThan(300);
  const diagram = new DiagramPage(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${demo.address}/explore?in=shop&view=diagram`);
  await page.getByLabel('Schema', { exact: true }).selectOption({ label: 'drawn' });
  await expect(diagram.card('moons')).toHaveAccessibleName(/Changed in the last 7 days/);
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('Changed in 7 days');
  await diagram.find.fill('moon');
  await diagram.card('moons').click();
  await expect(diagram.panel).toContainText('radius');
  expect(await violationsInThemes(page)).toEqual([]);
});

test('a table of 1,600 columns leaves its sample in reach', async ({ page, demo }) => {
  const columns = Array.from({ length: 1600 }, (_, index) => `s_${index + 1} smallint`).join(', ');
  await sql(demo, `CREATE TABLE drawn.wide (${columns})`);
  await page.goto(`${demo.address}/explore?in=shop&on=shop&schema=drawn&table=wide`);
  const panel = page.getByRole('complementary', { name: 'Table' });
  await expect(panel).toContainText('1,600 columns');
  await expect(panel.getByRole('button', { name: 'Show 20 rows' })).toBeInViewport();
  await panel.getByRole('searchbox', { name: 'Find a column' }).fill('s_1600');
  await expect(panel.getByRole('row')).toHaveText([/s_1600\s*smallint/]);
  await panel.getByRole('searchbox', { name: 'Find a column' }).fill('');
  await panel.getByRole('button', { name: 'Show all 1,600 columns' }).click();
  await expect(panel.getByRole('row')).toHaveCount(1600);
  await expect(panel.getByRole('button', { name: 'Show 20 rows' })).toBeInViewport();
});
