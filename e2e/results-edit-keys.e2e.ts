import type { Page } from '@playwright/test';
import { waitUntilShopAnswers } from './demo-shop.js';
import { bar, open } from './grid-edits.js';
import { sql } from './run-sql.js';
import { expect, test } from './workbench.js';

const ROWS = 60;
const KEYS = 'SELECT id, a, b FROM keyed.cells ORDER BY id';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    `DROP SCHEMA IF EXISTS keyed CASCADE;
     CREATE SCHEMA keyed;
     CREATE TABLE keyed.cells (id integer PRIMARY KEY, a text, b text);
     INSERT INTO keyed.cells SELECT i, 'old ' || i, NULL FROM generate_series(1, ${ROWS}) AS s(i)`,
  );
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS keyed CASCADE');
});

/** Numbers that are the same in every run. */
function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

/** Keys that edit a cell, and the text that they come to. */
function edit(random: (below: number) => number, known: string): { keys: string[]; text: string } {
  const isTyped = random(2) === 0;
  const keys = isTyped ? [] : [random(2) === 0 ? 'Enter' : 'F2'];
  let [text, at] = isTyped ? ['', 0] : [known, known.length];
  if (!isTyped) keys.push('End');
  for (let count = 0, length = 2 + random(6); count < length; count += 1) {
    const kind = count === 0 && isTyped ? 0 : random(6);
    if (kind === 1) {
      keys.push('ArrowLeft');
      at = Math.max(at - 1, 0);
    } else if (kind === 2) {
      keys.push('Backspace');
      text = text.slice(0, Math.max(at - 1, 0)) + text.slice(at);
      at = Math.max(at - 1, 0);
    } else {
      const key = kind === 3 ? 'Space' : 'abcxyz'.charAt(random(6));
      keys.push(key);
      text = text.slice(0, at) + (key === 'Space' ? ' ' : key) + text.slice(at);
      at += 1;
    }
  }
  return { keys, text };
}

for (const rate of [1, 6])
  test(`no key is lost between a cell and its editor, with a processor ${rate} times slower`, async ({
    page,
    demo,
  }) => {
    const random = randomly(rate);
    const studio = await open(page, demo, KEYS);
    const tools = await page.context().newCDPSession(page);
    await studio.cell(0, 1).click();
    await tools.send('Emulation.setCPUThrottlingRate', { rate });
    const edits = Array.from({ length: ROWS - 1 }, (_, row) => edit(random, `old ${row + 1}`));
    // All at once: the page is never waited for, and rows beyond those in sight come as well.
    await Promise.all(edits.flatMap(({ keys }) => [...keys, 'Enter']).map((key) => page.keyboard.press(key)));
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const changed = edits.filter(({ text }, row) => text !== `old ${row + 1}`).length;
    await expect(bar(page)).toContainText(`${changed} changes in ${changed} rows`);
    const made = await stagedTexts(page);
    expect(made).toEqual(
      edits.flatMap(({ text }, row) => (text === `old ${row + 1}` ? [] : [[String(row + 1), text]])),
    );
  });

/** What a review would be made of. */
async function stagedTexts(page: Page): Promise<string[][]> {
  const request = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/changes'));
  await bar(page).getByRole('button', { name: 'Review changes' }).click();
  const { items } = (await request).postDataJSON() as { items: { key: { id: string }; values: { a: string } }[] };
  return items.map(({ key, values }) => [key.id, values.a]).sort(([a], [b]) => Number(a) - Number(b));
}
