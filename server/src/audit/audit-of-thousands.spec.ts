import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AuditEntry } from '#libs/api';
import { AuditApp } from './testing/audit-app.js';

const ENTRIES = 20_000;
/** What all entries have but those that are searched for. */
const COMMON = 'everyday';
/** At both ends of the log, and where a part of a search may end. */
const RARE = [1, 2, 9_999, 10_000, 18_000, 18_001, ENTRIES];

let app: AuditApp;
beforeAll(async () => {
  app = await AuditApp.start();
  await app.state.manager.query(`
    WITH RECURSIVE entry (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM entry WHERE n < ${ENTRIES})
    INSERT INTO audit_entry (sequence, at, action, outcome, object_kind, object_id, details, hash)
    SELECT n, '2026-01-01T00:00:00.000Z', 'user.change', 'done', 'user',
           CASE WHEN n IN (${RARE.join(', ')}) THEN 'Rare-' || n ELSE '${COMMON}' END, '{}', '' FROM entry`);
});
afterAll(() => app.stop());

const found = async (query: string) => {
  const { items, next_cursor: cursor } = await app.list(query);
  return [items.map(({ sequence }) => sequence), cursor];
};

it('finds the few entries of a search however far they are apart', async () => {
  expect(await found('object=rare-')).toEqual([[...RARE].reverse(), null]);
  expect(await found('object=rare-&limit=3')).toEqual([[ENTRIES, 18_001, 18_000], '18000']);
  expect(await found('object=rare-&limit=3&cursor=18000')).toEqual([[10_000, 9_999, 2], '2']);
  expect(await found('object=rare-&limit=3&cursor=2')).toEqual([[1], null]);
  expect(await found('object=nowhere')).toEqual([[], null]);
});

it.each([
  ['rare-', RARE.length],
  [COMMON, ENTRIES - RARE.length],
])('writes each entry of "%s" to the file once, in order', async (object, count) => {
  const answer = await app.get(`/api/audit/export?format=ndjson&object=${object}`);
  const lines = (await answer.text()).trimEnd().split('\n');
  const sequences = lines.map((line) => (JSON.parse(line) as AuditEntry).sequence);
  expect(sequences).toHaveLength(count);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
});
