import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ChangesApp, editsOf } from './testing/changes-app.js';

/** Stock whose every change is written down by a trigger, and orders of it that cascade. */
const TABLES = `
  DROP TABLE IF EXISTS keyless, orders, parts, log, wide, base, heir, hidden;
  CREATE TABLE parts (id integer PRIMARY KEY, name text, n numeric(12, 2) NOT NULL DEFAULT 0, double_n numeric GENERATED ALWAYS AS (n * 2) STORED);
  CREATE TABLE orders (id integer PRIMARY KEY, part integer REFERENCES parts ON UPDATE CASCADE ON DELETE CASCADE);
  CREATE TABLE log (part integer, step integer, what text, PRIMARY KEY (part, step));
  CREATE TABLE keyless (n integer);
  CREATE TABLE base (id integer PRIMARY KEY, n integer);
  CREATE TABLE heir (PRIMARY KEY (id)) INHERITS (base);
  INSERT INTO base VALUES (1, 0);
  INSERT INTO heir VALUES (2, 0);
  CREATE TABLE wide (id integer, area text, PRIMARY KEY (area, id)) PARTITION BY LIST (area);
  CREATE TABLE wide_a PARTITION OF wide FOR VALUES IN ('a');
  CREATE TABLE wide_b PARTITION OF wide FOR VALUES IN ('b');
  INSERT INTO parts SELECT n, 'part ' || n, n FROM generate_series(1, 5) AS n;
  INSERT INTO orders SELECT n, 1 + n % 5 FROM generate_series(1, 10) AS n;
  INSERT INTO keyless VALUES (1), (2);
  INSERT INTO wide VALUES (1, 'a'), (2, 'a'), (3, 'b');
  CREATE OR REPLACE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      BEGIN
        INSERT INTO log VALUES (coalesce(NEW.id, OLD.id), 1, TG_OP);
      EXCEPTION WHEN unique_violation THEN
        UPDATE log SET what = what || ', ' || TG_OP WHERE part = coalesce(NEW.id, OLD.id);
      END;
      RETURN NULL;
    END $$;
  CREATE TRIGGER notes AFTER INSERT OR UPDATE OR DELETE ON parts FOR EACH ROW EXECUTE FUNCTION note()`;

const MERGE = `
  MERGE INTO parts USING (VALUES (1, 'one'), (2, NULL), (9, 'nine')) AS v (id, name) ON v.id = parts.id
  WHEN MATCHED AND v.name IS NULL THEN DELETE
  WHEN MATCHED THEN UPDATE SET name = v.name
  WHEN NOT MATCHED THEN INSERT (id, name) VALUES (v.id, v.name)`;

let app: ChangesApp;
beforeAll(async () => (app = await ChangesApp.start()));
afterAll(() => app.stop());
beforeEach(() => app.database.execute(TABLES));

const statement = (sql: string) => ({ kind: 'statement', sql }) as const;
const contents = async () =>
  Promise.all(
    ['parts', 'orders', 'log', 'keyless', 'wide'].map((table) =>
      app.cells(`SELECT one.* FROM ${table} AS one ORDER BY one::text`),
    ),
  );

/** The rows that a change set shows: kind, table, and the first cells before and after. */
async function shown(id: string): Promise<unknown[]> {
  const rows = await app.rowsOf(id);
  return rows
    .map(({ kind, table, before, after }) => [kind, table, before?.slice(0, 2) ?? null, after?.slice(0, 2) ?? null])
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

describe('a statement of Postgres', () => {
  it('of MERGE shows every row, also those of triggers and cascades, is applied, and is taken back', async () => {
    const before = await contents();
    const change = await app.rehearsed([statement(MERGE)]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', statements: [{ can_undo: true, command: 'MERGE' }] });
    expect(await shown(change.id)).toEqual([
      ['delete', 'orders', ['1', '2'], null],
      ['delete', 'orders', ['6', '2'], null],
      ['delete', 'parts', ['2', 'part 2'], null],
      ['insert', 'log', null, ['1', '1']],
      ['insert', 'log', null, ['2', '1']],
      ['insert', 'log', null, ['9', '1']],
      ['insert', 'parts', null, ['9', 'nine']],
      ['update', 'parts', ['1', 'part 1'], ['1', 'one']],
    ]);
    expect(await contents()).toEqual(before);
    const { status, body } = await app.apply(change);
    expect([status, body.state]).toEqual([200, 'applied']);
    expect(await app.cells('SELECT name FROM parts WHERE id IN (1, 2, 9) ORDER BY id')).toEqual([['one'], ['nine']]);
    expect((await app.undone(body)).state).toBe('undone');
    const [parts, orders] = await contents();
    expect([parts, orders]).toEqual([before[0], before[1]]);
  });

  it.each<[string, string, unknown[]]>([
    [
      'a table with a trigger',
      'UPDATE parts SET n = n + 1 WHERE id < 3',
      [
        ['insert', 'log', null, ['1', '1']],
        ['insert', 'log', null, ['2', '1']],
        ['update', 'parts', ['1', 'part 1'], ['1', 'part 1']],
        ['update', 'parts', ['2', 'part 2'], ['2', 'part 2']],
      ],
    ],
    [
      'a key, which cascades',
      'UPDATE parts SET id = 50 WHERE id = 5',
      [
        ['delete', 'parts', ['5', 'part 5'], null],
        ['insert', 'log', null, ['50', '1']],
        ['insert', 'parts', null, ['50', 'part 5']],
        ['update', 'orders', ['4', '5'], ['4', '50']],
        ['update', 'orders', ['9', '5'], ['9', '50']],
      ],
    ],
    [
      'a row that moves to another partition',
      "UPDATE wide SET area = 'b' WHERE id = 1",
      [
        ['delete', 'wide', ['1', 'a'], null],
        ['insert', 'wide', null, ['1', 'b']],
      ],
    ],
    [
      'rows by code',
      "DO $$ BEGIN DELETE FROM orders WHERE id < 3; UPDATE wide SET id = id; INSERT INTO wide VALUES (8, 'a'); END $$",
      [
        ['delete', 'orders', ['1', '2'], null],
        ['delete', 'orders', ['2', '3'], null],
        ['insert', 'wide', null, ['8', 'a']],
      ],
    ],
  ])('that writes %s shows every row, and applies just that', async (_, sql, expected) => {
    const before = await contents();
    const change = await app.rehearsed([statement(sql)]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', failures: [], statements: [{ can_undo: true }] });
    expect(await shown(change.id)).toEqual(expected);
    expect(await contents()).toEqual(before);
    expect((await app.apply(change)).body.state).toBe('applied');
  });

  it.each([
    ['UPDATE', 'UPDATE orders SET part = 2 WHERE id < 4'],
    ['DELETE', 'DELETE FROM orders WHERE id > 8'],
    ['INSERT', 'INSERT INTO orders SELECT 70 + n, 1 FROM generate_series(1, 200) AS n'],
    ['INSERT with ON CONFLICT', 'INSERT INTO orders VALUES (1, 5), (90, 5) ON CONFLICT (id) DO UPDATE SET part = 4'],
    ['UPDATE with RETURNING', "UPDATE wide SET area = 'b' WHERE id = 2 RETURNING *"],
    ['DELETE with a query beside it', 'WITH old AS (SELECT 3 AS id) DELETE FROM wide USING old WHERE wide.id = old.id'],
  ])('%s is taken back whole', async (_, sql) => {
    const before = await contents();
    const change = await app.rehearsed([statement(sql)]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', not_undoable: [], statements: [{ can_undo: true }] });
    const { body } = await app.apply(change);
    expect(body.state).toBe('applied');
    expect(await contents()).not.toEqual(before);
    expect((await app.undone(body)).state).toBe('undone');
    expect(await contents()).toEqual(before);
  });

  it('is shown with every row behind one that is not', async () => {
    const change = await app.rehearsed([
      statement('WITH one AS (DELETE FROM orders WHERE id = 1) INSERT INTO keyless VALUES (3)'),
      statement('UPDATE wide SET id = 30 WHERE id = 3'),
    ]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', statements: [{ can_undo: false }, { can_undo: true }] });
  });

  it.each([
    ['has no key', 'INSERT INTO keyless SELECT n FROM generate_series(1, 3) AS n'],
    ['is locked against readers', 'TRUNCATE orders'],
    [
      'a trigger writes in a part that it rolls back',
      "WITH one AS (UPDATE parts SET n = 7 WHERE id = 1) INSERT INTO log VALUES (1, 1, 'first')",
    ],
    ['changes its form', "ALTER TABLE orders ADD COLUMN note text DEFAULT 'x' || random()"],
    ['is new', 'CREATE TABLE made AS SELECT 1 AS id'],
    [
      'hides a removed row behind locks of its own, and a row that it rolls back',
      `DO $$ BEGIN
         PERFORM FROM orders WHERE id = 1 FOR KEY SHARE;
         BEGIN DELETE FROM orders WHERE id = 1; EXCEPTION WHEN division_by_zero THEN NULL; END;
         BEGIN INSERT INTO orders VALUES (99, 1); RAISE division_by_zero; EXCEPTION WHEN division_by_zero THEN NULL; END;
         UPDATE orders SET part = 1 WHERE id = 2; END $$`,
    ],
    [
      'is removed with its rows',
      'DO $$ BEGIN UPDATE orders SET part = 1; DELETE FROM keyless; DROP TABLE keyless; END $$',
    ],
    ['is granted to others', 'DO $$ BEGIN UPDATE orders SET part = 1; GRANT ALL ON log TO PUBLIC; END $$'],
    ['has large objects beside it', 'DO $$ BEGIN UPDATE orders SET part = 1; PERFORM lo_create(0); END $$'],
    ['others inherit from', 'DO $$ BEGIN UPDATE base SET n = 1; END $$'],
  ])('that writes a table which %s is counted, and not taken back', async (_, sql) => {
    const change = await app.rehearsed([statement(sql), statement('DELETE FROM log')]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', failures: [] });
    expect(change.rehearsal?.statements[0]).toMatchObject({ can_undo: false });
    expect((await app.apply(change)).body.state).toBe('applied');
    await app.database.execute('DROP TABLE IF EXISTS made');
  });

  it.each([
    ['changes a row twice', 'UPDATE orders SET part = 2 WHERE id = 1', true],
    ['adds a row and removes it again', 'INSERT INTO orders VALUES (77, 1); DELETE FROM orders WHERE id = 77', true],
    [
      'adds a row in a part that it rolls back',
      'BEGIN INSERT INTO orders VALUES (77, 1); RAISE division_by_zero; EXCEPTION WHEN division_by_zero THEN NULL; END',
      false,
    ],
  ])('that %s is compared with the table as it was', async (_, code, isWhole) => {
    const { id, rehearsal } = await app.rehearsed([
      statement(
        `DO $$ BEGIN UPDATE orders SET part = 5 WHERE id = 1; ${code}; UPDATE orders SET part = 4 WHERE id = 1; END $$`,
      ),
    ]);
    expect(rehearsal?.statements).toMatchObject([{ can_undo: isWhole }]);
    expect(await shown(id)).toEqual(isWhole ? [['update', 'orders', ['1', '2'], ['1', '4']]] : []);
  });

  it.each([
    ['a semicolon', 'UPDATE orders SET part = 1 WHERE id < 3; \n'],
    ['a semicolon and a comment', 'UPDATE orders SET part = 1 WHERE id < 3; -- two'],
    ['RETURNING', 'UPDATE orders SET part = 1 WHERE id < 3 RETURNING id'],
    [
      'a part that writes, too',
      'WITH gone AS (DELETE FROM log RETURNING part) UPDATE orders SET part = 1 WHERE id < 3',
    ],
  ])('with %s has a checksum, so that no other rows are written than those reviewed', async (_, sql) => {
    const { rehearsal } = await app.rehearsed([statement(sql)]);
    expect(rehearsal?.statements[0]).toMatchObject({ affected_rows: 2, sampled_rows: 2, checksum: expect.any(String) });
  });

  it('that leaves other settings for values is refused, since rows would be compared and taken back rounded', async () => {
    const { rehearsal } = await app.rehearsed([
      statement("DO $$ BEGIN SET LOCAL extra_float_digits = -15; SET LOCAL TimeZone = 'Asia/Tokyo'; END $$"),
    ]);
    expect(rehearsal?.failures).toMatchObject([
      { item: 0, error: { message: 'The statement leaves another value of TimeZone, extra_float_digits.' } },
    ]);
    const path = statement('SET search_path = pg_temp, public');
    const edit = editsOf('orders').update({ id: '1' }, { part: '2' }, { part: '3' });
    expect((await app.rehearsed([path, edit])).rehearsal?.status).toBe('failed');
    expect((await app.rehearsed([path, statement('UPDATE orders SET part = 1')])).rehearsal?.status).toBe('ready');
  });

  it('whose trigger writes where the role may not read, or hides rows from it, is counted', async () => {
    const role = `${app.database.config.database}_limited`;
    await app.database.execute(`
      CREATE TABLE hidden (id integer PRIMARY KEY, owner text);
      INSERT INTO hidden VALUES (1, 'me'), (2, 'you');
      ALTER TABLE hidden ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON hidden USING (owner = 'me');
      CREATE OR REPLACE FUNCTION take() RETURNS void LANGUAGE sql SECURITY DEFINER AS
        $$ UPDATE hidden SET owner = 'thief' WHERE id = 2 $$;
      CREATE OR REPLACE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN INSERT INTO log VALUES (NEW.id, 9, TG_OP); RETURN NULL; END $$;
      CREATE TRIGGER audited AFTER UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION audited();
      GRANT ALL ON orders, hidden TO ${role}`);
    for (const sql of [
      'UPDATE orders SET part = 1 WHERE id = 1',
      'DO $$ BEGIN PERFORM take(); UPDATE hidden SET id = 3 WHERE id = 1; END $$',
    ]) {
      const { rehearsal } = await app.rehearsed([statement(sql)], 'ann', 'limited');
      expect(rehearsal).toMatchObject({ status: 'ready', statements: [{ can_undo: false }] });
    }
  });

  it('behind another item that writes the same table is counted: what it found is not seen from outside', async () => {
    const change = await app.rehearsed([
      editsOf('parts').update({ id: '1' }, { name: 'part 1' }, { name: 'uno' }),
      statement(MERGE),
      statement("UPDATE wide SET area = 'b' WHERE id = 1"),
    ]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', statements: [{ can_undo: false }, { can_undo: true }] });
    expect((await app.apply(change)).body.state).toBe('applied');
  });

  it('whose rows others change between rehearsal and apply is rehearsed again', async () => {
    const change = await app.rehearsed([statement(MERGE)]);
    await app.database.execute('UPDATE parts SET n = 99 WHERE id = 1');
    expect(await app.apply(change)).toMatchObject({ status: 409, body: { code: 'change-differs' } });
  });

  it('that finds no row has nothing that is lost, and nothing to undo', async () => {
    const change = await app.rehearsed([statement('DELETE FROM orders WHERE id = 99')]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', row_count: 0, not_undoable: [] });
    const { status, body } = await app.apply(change);
    expect([status, body.state]).toEqual([200, 'applied']);
    expect(await app.send('POST', `/api/changes/${change.id}/undo`)).toMatchObject({
      status: 422,
      body: { code: 'change-refused', detail: 'This change set changed no rows, so there is nothing to undo.' },
    });
  });

  it('that varies is not applied where its rows are not all known by then: an undo was promised', async () => {
    const slow = `DO $$ BEGIN
      INSERT INTO log VALUES (7, 7, clock_timestamp()::text); PERFORM pg_sleep(1); UPDATE orders SET part = 5 WHERE id = 2;
      END $$`;
    const wide = editsOf('wide').update({ id: '1', area: 'a' }, { id: '1' }, { id: '9' });
    const change = await app.rehearsed([statement(slow), wide]);
    expect(change.rehearsal?.statements).toMatchObject([{ can_undo: true }]);
    const applying = app.apply(change);
    const isSlow = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    while ((await app.cells(isSlow)).length === 0) await wait(10);
    await app.database.execute('UPDATE orders SET part = 1 WHERE id = 2');
    expect(await applying).toMatchObject({ status: 409, body: { code: 'change-differs' } });
  });

  it.each<[string, string, boolean]>([
    ['added and changed', 'UPDATE orders SET part = 3 WHERE id = 5; INSERT INTO orders VALUES (77, 1)', true],
    ['removed', 'DELETE FROM orders WHERE id = 6', true],
    ['changed before it does', 'UPDATE orders SET part = 1 WHERE id = 2', false],
  ])('does not show rows that another one has %s meanwhile', async (_, sql, isWhole) => {
    const slow = statement(
      'DO $$ BEGIN UPDATE orders SET part = 4 WHERE id = 1; PERFORM pg_sleep(1); UPDATE orders SET part = 5 WHERE id = 2; END $$',
    );
    const { id } = await app.create([slow]);
    const rehearsing = app.step(id, 'rehearse');
    const isSlow = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    while ((await app.cells(isSlow)).length === 0) await wait(10);
    await app.database.execute(sql);
    const { rehearsal } = await rehearsing;
    expect(rehearsal?.statements).toMatchObject([{ can_undo: isWhole }]);
    const rows = [
      ['update', 'orders', ['1', '2'], ['1', '4']],
      ['update', 'orders', ['2', '3'], ['2', '5']],
    ];
    expect(await shown(id)).toEqual(isWhole ? rows : []);
  });
});
