import { expect, it } from '@jest/globals';
import { copyFileSql, fillTableSql } from './insert-rows.js';

const PLACE = { schema: 'main', table: 'orders' };
const COLUMNS = [
  { name: 'id', isBinary: false },
  { name: 'raw', isBinary: true },
];

it.each([
  ['postgres', 'COPY main.orders (id, raw) FROM STDIN (FORMAT csv, HEADER)'],
  [
    'duckdb',
    `INSERT INTO main.orders (id, raw) SELECT cells[1], unhex(cells[2]) FROM (SELECT unnest(from_json(CAST($1 AS VARCHAR), '[["VARCHAR"]]')) AS cells)`,
  ],
  ['sqlite', 'INSERT INTO main.orders (id, raw) SELECT value ->> 0, unhex(value ->> 1) FROM json_each($1)'],
] as const)('fills a table of %s', (dialect, sql) => {
  expect(fillTableSql(PLACE, COLUMNS, dialect)).toBe(sql);
});

it('copies the bytes of a file', () => {
  const sql = copyFileSql(PLACE, ['id', 'Raw'], { delimiter: ';', dialect: 'postgres' });
  expect(sql).toBe(`COPY main.orders (id, "Raw") FROM STDIN (FORMAT csv, DELIMITER ';', FORCE_NULL (id, "Raw"))`);
});
