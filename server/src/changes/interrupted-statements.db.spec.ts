import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeItem, ChangeSetDetails, RowEdit } from '#libs/api';
import { ChangesApp, editsOf } from './testing/changes-app.js';

/** Counts each time that a row is about to be written: sequences are not rolled back. */
const TABLES = `
  DROP TABLE IF EXISTS parts;
  DROP SEQUENCE IF EXISTS tries;
  CREATE SEQUENCE tries;
  CREATE TABLE parts (id integer PRIMARY KEY DEFAULT nextval('tries'), name text UNIQUE, n integer NOT NULL DEFAULT 0);
  INSERT INTO parts VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)`;

/** As long as a statement of the connection \`hasty\` takes at most, and room for a busy machine. */
const ONE_TRY_MS = 500 + 1_500;

let app: ChangesApp;
let other: pg.Client;
beforeAll(async () => {
  app = await ChangesApp.start();
  const { host, port, user, password, database } = app.database.config;
  other = new pg.Client({ host, port, user, database, password: password ?? '' });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await app.stop();
});
beforeEach(() => app.database.execute(TABLES));
afterEach(() => other.query('ROLLBACK'));

const parts = editsOf('parts');
const statement = (sql: string): ChangeItem => ({ kind: 'statement', sql });
/** Waits for a lock no longer than this change set says. */
const impatient = (sql: string) => [statement("SET LOCAL lock_timeout = '300ms'"), statement(sql)];
const COUNTED = "UPDATE parts SET n = n + 1 WHERE id = 1 AND nextval('tries') > 0";

async function lockRow(): Promise<void> {
  await other.query('BEGIN');
  await other.query('UPDATE parts SET n = n WHERE id = 1');
}

const tries = async () =>
  Number(
    (await app.cells('SELECT count FROM (SELECT last_value - 1 + is_called::int AS count FROM tries) AS t'))[0]?.[0],
  );
const failuresOf = ({ rehearsal }: ChangeSetDetails) =>
  rehearsal?.failures.map(({ item, error }) => [item, error.sqlstate]);

describe('a statement', () => {
  it('that waits for a locked row is rehearsed in one form only', async () => {
    await lockRow();
    const change = await app.rehearsed(impatient(COUNTED));
    expect(failuresOf(change)).toEqual([[1, '55P03']]);
    expect(await tries()).toBe(1);
  });

  it('that runs longer than the connection allows is rehearsed in one form only', async () => {
    const sql = "UPDATE parts SET n = 0 WHERE CASE WHEN nextval('tries') > 0 THEN pg_sleep(30) IS NOT NULL END";
    expect(failuresOf(await app.rehearsed([statement(sql)], 'ann', 'hasty'))).toEqual([[0, '57014']]);
    expect(await tries()).toBe(1);
  });

  it('that violates a constraint is rehearsed in one form only', async () => {
    const sql = "UPDATE parts SET name = 'b' WHERE id = 1 AND nextval('tries') > 0";
    expect(failuresOf(await app.rehearsed([statement(sql)]))).toEqual([[0, '23505']]);
    expect(await tries()).toBe(1);
  });

  it('with RETURNING of its own still runs in another form', async () => {
    const change = await app.rehearsed([statement('DELETE FROM parts WHERE id = 3 RETURNING name')]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', statements: [{ affected_rows: 1 }] });
  });

  it('that waits for a locked row is applied in one try, and the change set stays as it was', async () => {
    const change = await app.rehearsed(impatient(COUNTED), 'ann', 'guarded');
    await app.step(change.id, 'propose', { hash: change.hash });
    const { hash, rehearsal } = change;
    const seen = { hash, effect_hash: rehearsal?.effect_hash };
    await app.step(change.id, 'approve', seen, 'root');
    const before = await tries();
    await lockRow();
    const { status, body } = await app.send<{ code: string; detail: string }>(
      'POST',
      `/api/changes/${change.id}/apply`,
      seen,
    );
    expect([status, body.code, body.detail]).toEqual([
      ...[502, 'database-error'],
      'Item 2: canceling statement due to lock timeout. Nothing was changed. Apply the change set again.',
    ]);
    expect((await tries()) - before).toBe(1);
    const kept = await app.ask<ChangeSetDetails>('GET', `/api/changes/${change.id}`);
    expect([kept.state, kept.rehearsal?.status]).toEqual(['approved', 'ready']);
    await other.query('ROLLBACK');
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await app.cells('SELECT n FROM parts WHERE id = 1')).toEqual([['2']]);
  });
});

describe('edits of rows', () => {
  it('that wait for a key of another transaction are not tried one by one', async () => {
    await other.query("BEGIN; INSERT INTO parts VALUES (10, 'x'), (11, 'y'), (12, 'z')");
    const edits: RowEdit[] = ['10', '11', '12'].map((id) => parts.insert({ id, n: '1' }));
    const { id } = await app.create(edits, 'ann', 'hasty');
    const startedAtMs = performance.now();
    const change = await app.step(id, 'rehearse');
    expect(failuresOf(change)).toEqual([[0, '57014']]);
    expect(performance.now() - startedAtMs).toBeLessThan(ONE_TRY_MS);
  });

  it('of which one fails end at the first that waits', async () => {
    await other.query("BEGIN; INSERT INTO parts VALUES (10, 'x'), (11, 'y'), (12, 'z'), (13, 'w')");
    const edits: RowEdit[] = ['1', '10', '11', '12', '13'].map((id) => parts.insert({ id, n: '1' }));
    const { id } = await app.create(edits, 'ann', 'hasty');
    const startedAtMs = performance.now();
    expect(failuresOf(await app.step(id, 'rehearse'))).toEqual([
      [0, '23505'],
      [1, '57014'],
    ]);
    expect(performance.now() - startedAtMs).toBeLessThan(ONE_TRY_MS);
  });

  it('that exchange values are not tried in another order', async () => {
    await app.database.execute(`
      CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM nextval('tries'), pg_sleep(30); RETURN NEW; END $$;
      CREATE TRIGGER slow BEFORE UPDATE ON parts FOR EACH ROW EXECUTE FUNCTION slow()`);
    const swap = [
      parts.update({ id: '1' }, { name: 'a' }, { name: 'b' }),
      parts.update({ id: '2' }, { name: 'b' }, { name: 'a' }),
    ];
    expect(failuresOf(await app.rehearsed(swap, 'ann', 'hasty'))).toEqual([[0, '57014']]);
    expect(await tries()).toBe(1);
  });
});
