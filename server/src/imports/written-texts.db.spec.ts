import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ChangeSetDetails, ImportRequest } from '#libs/api';
import { ImportsApp } from './testing/imports-app.js';

let app: ImportsApp;
beforeAll(async () => {
  app = await ImportsApp.start();
  await app.query("CREATE TYPE grade AS ENUM ('T', 'F'); CREATE DOMAIN note AS text");
});
afterAll(() => app.stop());
beforeEach(() => app.query('DROP TABLE IF EXISTS written'));

const intoNew = (connection: string, type: string): ImportRequest => ({
  ...{ connection_id: connection, schema: connection === 'pg' ? 'public' : 'main', table: 'written', is_new: true },
  ...{ columns: [{ source: 'v', target: 'v', type }], on_reject: 'stop' },
});

/** The values of a file with one column beside a number, as a column of the type has them. */
async function written(values: readonly string[], request: ImportRequest): Promise<(string | null)[]> {
  const { id } = await app.upload('values.csv', `k,v\n${values.map((value, row) => `${row},${value}`).join('\n')}\n`);
  expect(await app.load(id, request)).toMatchObject({ status: 'succeeded', error: null });
  const { connection_id: connection, schema } = request;
  return (await app.query(`SELECT CAST(v AS VARCHAR(99)) FROM ${schema}.written`, connection)).flat();
}

it.each([
  ['versions', ['1.9', '1.10', '2.0'], 'text'],
  ['flags', ['F', 'F', 'T'], 'char(1)'],
  ['flags that are labels', ['F', 'T'], 'grade'],
  ['part numbers', ['12E3', '45E10'], 'varchar(10)'],
  ['times', ['10:00', '11:30'], 'note'],
  ['dates', ['2024-1-2', '2024-03-04'], 'text'],
  ['moments', ['2024-03-04T11:00:00+02:00'], 'text'],
  ['numbers with blanks', [' 5', '7 '], 'text'],
  ['decimals with zeros', ['2.50', '0.100'], 'numeric'],
  ['decimals with many digits', ['0.12345678901234567890', '2.50'], 'numeric'],
])('a column that keeps texts has those of the file: %s', async (_, values, type) => {
  expect(await written(values, intoNew('pg', type))).toEqual(values);
});

it.each(['duck', 'lite'])('a column of text has the texts of the file in other engines: %s', async (connection) => {
  await app.query('DROP TABLE IF EXISTS main.written', connection);
  expect(await written(['1.9', '1.10', '2.0'], intoNew(connection, 'TEXT'))).toEqual(['1.9', '1.10', '2.0']);
});

it.each([
  [['2024-1-5', '2024-01-12'], 'TEXT', ['2024-01-05', '2024-01-12']],
  [['9:05', '10:00'], 'TEXT', ['09:05:00', '10:00:00']],
  [['2024-01-05T10:00:00+02:00', '2024-01-05T09:30:00Z'], 'TEXT', ['2024-01-05 08:00:00+00', '2024-01-05 09:30:00+00']],
  [['true', 'false'], 'NUMERIC', ['1', '0']],
])('a column of SQLite that stands for a type it has not has one form: %j', async (values, type, expected) => {
  await app.query('DROP TABLE IF EXISTS main.written', 'lite');
  expect(await written(values, intoNew('lite', type))).toEqual(expected);
});

it('columns of other types beside it have values, read by the signs and orders of the file', async () => {
  const { id } = await app.upload('mixed.csv', 'a;b;c;d\n1.234,5;31/12/2024;T;2.50\n7,25;01/02/2024;;\n');
  const types = { a: 'numeric', b: 'date', c: 'boolean', d: 'text' };
  const columns = Object.entries(types).map(([source, type]) => ({ source, target: source, type }));
  expect(await app.load(id, { ...intoNew('pg', ''), columns })).toMatchObject({ status: 'succeeded', error: null });
  expect(await app.query('SELECT a::text, b::text, c::text, d FROM written')).toEqual([
    ['1234.5', '2024-12-31', 'true', '2.50'],
    ['7.25', '2024-02-01', null, null],
  ]);
});

it('a change set has the texts of the file, too', async () => {
  await app.query('CREATE TABLE written (id serial PRIMARY KEY, v text)');
  const { id } = await app.upload('values.csv', 'k,v\n1,1.10\n2,2.0\n');
  const { change } = await app.load(id, {
    ...{ ...intoNew('pg', ''), is_new: false, as_change: true },
    columns: [{ source: 'v', target: 'v' }],
  });
  const { items } = await app.ask<ChangeSetDetails>('GET', `/api/changes/${change?.id ?? ''}`);
  expect(JSON.stringify(items)).toMatch(/"1\.10".*"2\.0"/s);
});
