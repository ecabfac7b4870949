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

it.each([
  ['no text', [false, false], `, FORCE_NULL (id, "Raw")`],
  ['a text', [false, true], ', FORCE_NULL (id)'],
  ['texts alone', [true, true], ''],
])('copies the bytes of a file with %s', (_, [isFirstText = false, isSecondText = false], nulls) => {
  const columns = [
    { name: 'id', isText: isFirstText },
    { name: 'Raw', isText: isSecondText },
  ];
  const sql = copyFileSql(PLACE, columns, { delimiter: ';', dialect: 'postgres' });
  expect(sql).toBe(`COPY main.orders (id, "Raw") FROM STDIN (FORMAT csv, DELIMITER ';'${nulls})`);
});
