import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ChangesApp } from './testing/changes-app.js';

let app: ChangesApp;
beforeAll(async () => (app = await ChangesApp.start()));
afterAll(() => app.stop());

const statement = (sql: string) => ({ kind: 'statement', sql }) as const;

describe('a sequence that a rehearsal moves back', () => {
  beforeEach(() =>
    app.database.execute(`
      DROP TABLE IF EXISTS parts;
      CREATE TABLE parts (id integer PRIMARY KEY, name text);
      INSERT INTO parts VALUES (1, 'part 1');
      DROP SEQUENCE IF EXISTS "Ids'", downwards, round, fresh;
      CREATE SEQUENCE "Ids'"; CREATE SEQUENCE downwards INCREMENT -1; CREATE SEQUENCE round CYCLE; CREATE SEQUENCE fresh;
      SELECT setval('"Ids''"', 9007199254740993), setval('downwards', -50), setval('round', 100);
      CREATE OR REPLACE FUNCTION reset_all() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM setval('"Ids''"', 1), setval('downwards', -1), setval('round', 1), setval('fresh', 5);
          RETURN NULL;
        END $$`),
  );
  const lasts = () => app.cells(`SELECT last_value FROM pg_sequences ORDER BY sequencename`);

  it.each([
    ['by a block', [statement(`DO $$ BEGIN PERFORM setval('"Ids''"', 1), setval('downwards', -1); END $$`)], 'ready'],
    [
      'though it fails',
      [statement(`DO $$ BEGIN PERFORM setval('"Ids''"', 1), setval('downwards', -1); RAISE 'no'; END $$`)],
      'failed',
    ],
  ])('is put back, and said: %s', async (_, items, status) => {
    const change = await app.rehearsed(items);
    expect(change.rehearsal?.status).toBe(status);
    expect(await lasts()).toEqual([['9007199254740993'], ['-50'], [null], ['100']]);
    expect(change.rehearsal?.not_rehearsed).toEqual(
      expect.arrayContaining([
        `public."Ids'" is moved back from 9007199254740993 to 1 when this is applied. The rehearsal has put it back.`,
        'public.downwards is moved back from -50 to -1 when this is applied. The rehearsal has put it back.',
      ]),
    );
  });

  it('is put back where a trigger of an edited table moves it', async () => {
    await app.database.execute(
      'CREATE TRIGGER resets AFTER UPDATE ON parts FOR EACH STATEMENT EXECUTE FUNCTION reset_all()',
    );
    const edit = {
      kind: 'update',
      schema: 'public',
      table: 'parts',
      key: { id: '1' },
      before: { name: 'part 1' },
      values: { name: 'x' },
    } as const;
    const change = await app.rehearsed([edit]);
    expect(change.rehearsal?.status).toBe('ready');
    expect(await lasts()).toEqual([['9007199254740993'], ['-50'], ['5'], ['1']]);
  });
});

describe('a sequence that a rehearsal moves forward', () => {
  beforeEach(() =>
    app.database.execute(`
      DROP SEQUENCE IF EXISTS "Ids'", downwards, round, small, fresh, used;
      CREATE SEQUENCE "Ids'"; CREATE SEQUENCE downwards INCREMENT -1; CREATE SEQUENCE small AS integer;
      CREATE SEQUENCE fresh; CREATE SEQUENCE used CACHE 20;
      SELECT setval('"Ids''"', 50), setval('downwards', -50), setval('small', 67), nextval('used');`),
  );
  const LARGEST = '9223372036854775807';
  const moves = `setval('"Ids''"', ${LARGEST}), setval('downwards', -${LARGEST}), setval('small', 2147483647),
    setval('fresh', ${LARGEST}), setval('used', ${LARGEST})`;
  const next = (name: string) => app.cells(`SELECT nextval('${name}')`);
  const lasts = () => app.cells('SELECT last_value FROM pg_sequences ORDER BY sequencename');

  it.each([
    ['by a block', `DO $$ BEGIN PERFORM ${moves}; END $$`, 'ready'],
    ['though it fails', `DO $$ BEGIN PERFORM ${moves}; RAISE 'no'; END $$`, 'failed'],
    [
      'and takes a number behind it',
      `DO $$ BEGIN PERFORM setval('used', 9e18::bigint); PERFORM nextval('used'), ${moves}; END $$`,
      'ready',
    ],
  ])('is put back in front of what others can have taken, and said: %s', async (_, sql, status) => {
    const change = await app.rehearsed([statement(sql)]);
    expect(change.rehearsal?.status).toBe(status);
    const once = ['100000051', '-100000051', '100000001', '21474903', '100000040'];
    // What succeeds runs a second time.
    const twice = ['200000052', '-200000052', '200000002', '42734991', '200000060'];
    expect((await lasts()).flat()).toEqual(status === 'failed' ? once : twice);
    expect(change.rehearsal?.not_rehearsed).toContain(
      `public.fresh is moved forward from its start to ${LARGEST} when this is applied. The rehearsal has put it back.`,
    );
    for (const name of ['"Ids\'\'"', 'downwards', 'small', 'fresh', 'used']) expect(await next(name)).toHaveLength(1);
  });

  it('is left where others have taken numbers since', async () => {
    const { id } = await app.create([
      statement(`DO $$ BEGIN PERFORM setval('fresh', 9000000000000000000); PERFORM pg_sleep(1); END $$`),
    ]);
    const rehearsing = app.step(id, 'rehearse');
    let taken = 0n;
    while (taken < 9_000_000_000_000_000_000n) taken = BigInt((await next('fresh'))[0]?.[0] ?? 0);
    const { rehearsal } = await rehearsing;
    expect(rehearsal?.not_rehearsed).toContainEqual(
      expect.stringMatching(/^public\.fresh is moved forward .* others have taken numbers meanwhile\.$/),
    );
    expect(BigInt((await next('fresh'))[0]?.[0] ?? 0)).toBeGreaterThan(taken);
  });

  it('is left where others have set it', async () => {
    const { id } = await app.create([statement('DO $$ BEGIN PERFORM pg_sleep(1); END $$')]);
    const rehearsing = app.step(id, 'rehearse');
    await app.cells(`SELECT setval('fresh', 9000000000000000000)`);
    expect((await rehearsing).rehearsal?.not_rehearsed.join()).not.toContain('fresh');
    expect(await next('fresh')).toEqual([['9000000000000000001']]);
  });

  it('is left, and said, where others may have taken its numbers', async () => {
    const { rehearsal } = await app.rehearsed([statement(`DO $$ BEGIN PERFORM setval('fresh', 5000000000); END $$`)]);
    expect(rehearsal?.not_rehearsed).toContain(
      'public.fresh went from its start to 5000000000. The run or others have taken or set its numbers. It stays there.',
    );
    expect(await next('fresh')).toEqual([['5000000001']]);
  });

  it('is left where the rows that were written have its numbers', async () => {
    await app.database.execute('DROP TABLE IF EXISTS counted; CREATE TABLE counted (id smallserial)');
    const insert = 'INSERT INTO counted SELECT FROM generate_series(1, 2000)';
    const { rehearsal } = await app.rehearsed([statement(insert)]);
    expect(rehearsal?.not_rehearsed.join()).not.toContain('forward');
  });
});
