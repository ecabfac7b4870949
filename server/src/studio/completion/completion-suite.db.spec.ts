import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CompletionCatalog } from '#libs/api';
import { complete, indexCatalog } from '#libs/sql';
import type { CatalogIndex } from '#libs/sql';
import { COMPLETION_CASES } from '../../../../libs/sql/complete/testing/completion-cases.js';
import { COMPLETION_SCHEMA } from '../../../../libs/sql/complete/testing/completion-schema.js';
import { StudioApp } from '../testing/studio-app.js';

let app: StudioApp;
let index: CatalogIndex;
beforeAll(async () => {
  app = await StudioApp.start();
  const run = await app.run(COMPLETION_SCHEMA);
  if (run.status !== 'succeeded') throw new Error(JSON.stringify(run.statements.find(({ error }) => error)?.error));
  const { body } = await app.send<CompletionCatalog>('GET', '/api/studio/completion?connection_id=pg');
  index = indexCatalog(body);
});
afterAll(async () => {
  await app.run('DROP SCHEMA public, geo, "Odd Schema" CASCADE; CREATE SCHEMA public');
  await app.stop();
});

/** What is inserted by each of the items that are offered at the bar. */
function offeredAt(text: string): string[] {
  const offset = text.indexOf('|');
  return complete(index, text.replace('|', ''), offset).items.map((item) => item.insert_text);
}

describe.each(Object.entries(COMPLETION_CASES))('%s', (_, cases) => {
  it.each(cases.map(([text, offered, not = []]) => ({ text, offered, not })))('$text', ({ text, offered, not }) => {
    const items = offeredAt(text);
    const [first] = offered.filter((name) => name.startsWith('^'));
    if (first !== undefined) expect(items[0]).toBe(first.slice(1));
    expect(items).toEqual(expect.arrayContaining(offered.map((name) => name.replace('^', ''))));
    if (not.includes('*')) expect(items).toEqual([]);
    expect(items.filter((item) => not.includes(item))).toEqual([]);
  });
});

it('the suite has more than a hundred and twenty cases', () => {
  expect(Object.values(COMPLETION_CASES).flat().length).toBeGreaterThan(120);
});
