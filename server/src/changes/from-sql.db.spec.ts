import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeSetDetails, RunParameters, WritesAnswer } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { ChangesApp } from './testing/changes-app.js';
import type { Asker } from './testing/changes-app.js';

let app: ChangesApp;
beforeAll(async () => {
  app = await ChangesApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.execute(`
    DROP TABLE IF EXISTS parts CASCADE; DROP TABLE IF EXISTS made;
    CREATE TABLE parts (id integer PRIMARY KEY, name text, price numeric(8, 2));
    INSERT INTO parts SELECT n, 'part ' || n, n FROM generate_series(1, 5) AS n`);
});

const content = () => app.cells('SELECT * FROM parts ORDER BY id');
const make = (sql: string, parameters?: RunParameters, connection = 'pg', asker: Asker = 'ann') =>
  app.send<ChangeSetDetails & ProblemDocument>(
    'POST',
    '/api/changes/from-sql',
    { connection_id: connection, sql, ...(parameters && { parameters }) },
    asker,
  );

async function rehearsed(sql: string, parameters?: RunParameters): Promise<ChangeSetDetails> {
  const { status, body } = await make(sql, parameters);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return app.step(body.id, 'rehearse');
}

describe('the preview of a text', () => {
  it.each<[string, string, string | null, number | null, (string | null)[][]]>([
    [
      'UPDATE parts',
      'UPDATE parts SET price = price * 2 WHERE id <= 2',
      'UPDATE',
      2,
      [
        ['1', 'part 1', '1.00'],
        ['1', 'part 1', '2.00'],
        ['2', 'part 2', '2.00'],
        ['2', 'part 2', '4.00'],
      ],
    ],
    ['DELETE public.parts', 'DELETE FROM public.parts WHERE id = 5', 'DELETE', 1, [['5', 'part 5', '5.00']]],
    ['INSERT parts', "INSERT INTO parts VALUES (9, 'new', NULL)", 'INSERT', 1, [['9', 'new', null]]],
    [
      'MERGE',
      'MERGE INTO parts USING (VALUES (1), (7)) AS v (id) ON v.id = parts.id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (v.id)',
      'MERGE',
      2,
      [
        ['1', 'part 1', '1.00'],
        ['7', null, null],
      ],
    ],
    ['CREATE', 'CREATE TABLE made (id integer)', 'CREATE TABLE', null, []],
    ['ALTER', 'ALTER TABLE parts ADD COLUMN colour text', 'ALTER TABLE', null, []],
    [
      'DO',
      "DO $$ BEGIN UPDATE parts SET name = 'x' WHERE id = 2; END $$",
      'DO',
      null,
      [
        ['2', 'part 2', '2.00'],
        ['2', 'x', '2.00'],
      ],
    ],
  ])('is titled %s, shows rows and counts, and writes nothing', async (title, sql, command, count, lines) => {
    const before = await content();
    const change = await rehearsed(sql);
    expect([change.title, change.state, change.items]).toEqual([title, 'draft', [{ kind: 'statement', sql }]]);
    expect([change.rehearsal?.failures, change.rehearsal?.status]).toEqual([[], 'ready']);
    expect(change.rehearsal?.statements).toMatchObject([{ command, affected_rows: count }]);
    const rows = await app.rowsOf(change.id);
    expect(rows.flatMap((row) => [row.before, row.after].filter((cells) => cells !== null))).toEqual(lines);
    expect(await content()).toEqual(before);
    expect(await app.cells("SELECT to_regclass('made')")).toEqual([[null]]);
    const { body } = await app.apply(change);
    expect(body.state).toBe('applied');
  });

  it('binds parameters, leaves queries out, and keeps what sets', async () => {
    const sql = `SET LOCAL search_path TO public; SELECT 1;
      UPDATE parts SET name = :name WHERE id = :id; SELECT 2; DELETE FROM parts WHERE id = 4`;
    const change = await rehearsed(sql, { name: 'Igloo', id: { value: '3', type: 'integer' } });
    expect(change.title).toBe('SET and 2 more statements');
    expect(change.items).toEqual([
      { kind: 'statement', sql: 'SET LOCAL search_path TO public' },
      {
        kind: 'statement',
        sql: expect.stringMatching(/^UPDATE parts SET name = \$1.* WHERE id = \$2/),
        values: [
          { text: 'Igloo', type: null },
          { text: '3', type: 'integer' },
        ],
      },
      { kind: 'statement', sql: 'DELETE FROM parts WHERE id = 4' },
    ]);
    const rows = await app.rowsOf(change.id);
    expect(rows.map(({ kind, before }) => [kind, before?.[0]])).toEqual([
      ['update', '3'],
      ['delete', '4'],
    ]);
  });

  it.each([
    ['SELECT * FROM parts', 'change-refused', 'The text writes nothing'],
    ['BEGIN; UPDATE parts SET price = 0; COMMIT', 'cannot-be-rehearsed', 'BEGIN. Leave it out'],
    ['VACUUM parts', 'cannot-be-rehearsed', 'does not run it inside a transaction'],
    ['CREATE INDEX CONCURRENTLY ON parts (name)', 'cannot-be-rehearsed', 'Leave CONCURRENTLY out'],
    ["COPY parts TO PROGRAM 'cat'; DELETE FROM parts", 'cannot-be-rehearsed', 'effects outside the database'],
    ['UPDATE parts SET', 'cannot-be-rehearsed', 'syntax error'],
    ['UPDATE parts SET name = :name', 'parameters-missing', ':name'],
    [' -- nothing', 'nothing-to-run', 'empty'],
  ])('is refused for %s, and leaves no draft', async (sql, code, detail) => {
    const { body } = await make(sql);
    expect([body.code, body.detail]).toEqual([code, expect.stringContaining(detail)]);
    const { items } = await app.ask<{ items: { title: string }[] }>('GET', '/api/changes?state=draft&limit=200');
    expect(items.filter(({ title }) => /VACUUM|COPY|BEGIN/.test(title))).toEqual([]);
  });

  it('needs the scope of change sets', async () => {
    expect((await make('DELETE FROM parts', undefined, 'pg', 'agent')).status).toBe(201);
  });
});

describe('whether a text writes', () => {
  it.each([
    ['SELECT 1', 'reads'],
    ['', 'reads'],
    ['SELECT * FROM parts WHERE id = :id; -- DELETE', 'reads'],
    ['UPDATE parts SET name = :name WHERE id = $1', 'writes'],
    ['UPDATE parts SET name = :name WHERE id = :id', 'writes'],
    ['SELECT 1; WITH d AS (DELETE FROM parts RETURNING *) SELECT * FROM d', 'writes'],
    ['CREATE TABLE made (id integer)', 'writes'],
    ['DO $$ BEGIN NULL; END $$', 'unknown'],
    ['UPDATE parts SET', 'unknown'],
    [String.raw`\dt`, 'unknown'],
  ])('%s: %s', async (sql, verdict) => {
    const { body } = await app.send<WritesAnswer>('POST', '/api/studio/writes', { connection_id: 'pg', sql });
    expect(body.verdict).toBe(verdict);
  });
});
