import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ChangesApp, editsOf, seen } from './testing/changes-app.js';

/** What may be set for a database, with which Postgres prints values that it does not read back, or reads others. */
const SETTINGS = {
  ...{ extra_float_digits: '0', array_nulls: 'off', DateStyle: 'SQL, DMY', TimeZone: 'Asia/Kolkata' },
  ...{ xmloption: 'document', bytea_output: 'escape', IntervalStyle: 'sql_standard', quote_all_identifiers: 'on' },
};
const kinds = editsOf('kinds');

let app: ChangesApp;
beforeAll(async () => {
  app = await ChangesApp.start();
  await app.database.execute(`
    CREATE TABLE kinds (id integer PRIMARY KEY, f float8, a text[], at timestamptz, d date, x xml, i interval, b bytea);
    INSERT INTO kinds VALUES
      (1, 0.1::float8 + 0.2, '{a,NULL}', '2024-02-03 04:05:06.789+00', '2024-02-03', XMLPARSE(CONTENT 'a<b/>'),
       '-1 day +02:03:04', '\\x00ff5c27'),
      (2, 0.3, '{NULL}', '2024-02-03 04:05:07+00', '2024-03-02', NULL, '1 mon -1 day', '\\x');`);
  const { database } = app.database.config;
  for (const [name, value] of Object.entries(SETTINGS))
    await app.database.execute(`ALTER DATABASE ${database} SET ${name} = '${value}'`);
});
afterAll(() => app.stop());

const rows = () => app.cells('SELECT k::text, f::text, a::text, a[2] IS NULL, b FROM kinds AS k ORDER BY id');

it('takes rows back as they were, whatever the settings of the database', async () => {
  const before = await rows();
  const shown = (await app.rehearsed([kinds.remove({ id: '1' }, {})])).id;
  const [row] = await app.rowsOf(shown);
  expect(row?.before).toEqual([
    ...['1', '0.30000000000000004', '{a,NULL}', '2024-02-03 09:35:06.789+05:30', '2024-02-03', 'a<b/>'],
    ...['-1 days +02:03:04', '\\x00ff5c27'],
  ]);
  const formerly = Object.fromEntries(
    ['f', 'a', 'at', 'd', 'x', 'i', 'b'].map((n, at) => [n, row?.before?.[at + 1] ?? null]),
  );
  for (const items of [
    [kinds.remove({ id: '1' }, {})],
    [kinds.update({ id: '1' }, formerly, { f: '7', a: '{z}', at: null, d: null, x: null, i: null, b: null })],
    [{ kind: 'statement' as const, sql: "UPDATE kinds SET f = f * 2, a = '{y}', at = now(), x = NULL, b = NULL" }],
  ]) {
    const change = await app.rehearsed(items);
    expect(change.rehearsal).toMatchObject({ status: 'ready', not_undoable: [] });
    const applied = (await app.send<typeof change>('POST', `/api/changes/${change.id}/apply`, seen(change))).body;
    expect(applied.state).toBe('applied');
    expect(await rows()).not.toEqual(before);
    expect((await app.undone(applied)).state).toBe('undone');
    expect(await rows()).toEqual(before);
  }
});

it('does not mix up rows whose keys the database would print alike', async () => {
  await app.database.execute(`
    CREATE TABLE alike (k float8 PRIMARY KEY, v text);
    INSERT INTO alike VALUES (0.1::float8 + 0.2, 'same'), (0.3, 'same')`);
  const change = await app.rehearsed([
    editsOf('alike').update({ k: '0.30000000000000004' }, { v: 'same' }, { v: 'new' }),
  ]);
  await app.send('POST', `/api/changes/${change.id}/apply`, seen(change));
  expect(await app.cells('SELECT v FROM alike ORDER BY k')).toEqual([['same'], ['new']]);
});
