import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { copyText } from '#libs/results';
import { StudioApp } from '../testing/studio-app.js';

const ROWS = 1000;
/** Half are fractions between 0 and 1, half any bits. */
const doubles = fc.sample(
  fc.oneof(
    fc.maxSafeNat().map((value) => value / 2 ** 53),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
  { seed: 7, numRuns: ROWS },
);
const floats = doubles.map(Math.fround).filter((value) => Number.isFinite(value) && value !== 0);
const printed = (values: readonly number[]): string[] =>
  values.map((value) => (Object.is(value, -0) ? '-0.0' : String(value)));
const integers = (most: bigint): string[] => fc.sample(fc.bigInt(-most, most), { seed: 7, numRuns: ROWS }).map(String);
const scaled = fc.sample(fc.bigInt(-(10n ** 38n) + 1n, 10n ** 38n - 1n), { seed: 7, numRuns: ROWS }).map(
  (value) =>
    `${value < 0n ? '-' : ''}${String(value < 0n ? -value : value)
      .padStart(39, '0')
      .replace(/.{38}$/, '.$&')}`,
);
const texts = fc.sample(fc.string({ unit: fc.constantFrom(...Array.from("aé😀'\\\n;-\0")) }), {
  seed: 7,
  numRuns: ROWS,
});
const withoutNul = texts.map((text) => text.replaceAll('\0', '0'));
const SPECIAL = ['NaN', 'Infinity', '-Infinity', '-0', '0.1', '5e-324', '1.7976931348623157e308'];
const SPECIAL_FLOATS = ['NaN', 'Infinity', '-Infinity', '-0', '0.1', '1e-45', '3.4028235e38'];

/** Types with the texts of values, each of which the engine reads exactly. */
const POSTGRES: readonly (readonly [type: string, values: readonly string[]])[] = [
  ['float8', [...printed(doubles), ...SPECIAL]],
  ['float4', [...printed(floats), ...SPECIAL_FLOATS]],
  ['numeric', [...scaled, 'NaN', 'Infinity', '-Infinity', '9'.repeat(200)]],
  ['numeric(38,38)', scaled.map((value) => value.replace(/\d*\./, '0.'))],
  ['int8', ['9223372036854775807', '-9223372036854775808', ...integers(2n ** 62n)]],
  ['int2', ['-32768', '32767', '0']],
  ['text', withoutNul],
];
const DUCKDB: typeof POSTGRES = [
  ['DOUBLE', [...printed(doubles), '0.14130104126691923', ...SPECIAL]],
  ['FLOAT', [...printed(floats), '0.19003947', ...SPECIAL_FLOATS]],
  ['DECIMAL(38,38)', scaled.map((value) => value.replace(/\d*\./, '0.'))],
  ['DECIMAL(38,0)', scaled.map((value) => value.replace('.', ''))],
  ['DECIMAL(18,4)', ['99999999999999.9999', '-0.0001', '0.1000']],
  ['BIGNUM', integers(10n ** 60n)],
  ['HUGEINT', integers(2n ** 127n - 1n)],
  ['UHUGEINT', [String(2n ** 128n - 1n), String(2n ** 127n), '0']],
  ['UBIGINT', [String(2n ** 64n - 1n), '0']],
  ['BIGINT', ['9223372036854775807', '-9223372036854775808', ...integers(2n ** 62n)]],
  ['VARCHAR', texts],
  ['DATE', ['0044-03-15 (BC)', '0001-02-29 (BC)', 'infinity']],
  ['TIMESTAMP', ['0044-03-15 (BC) 00:00:00.5', '2026-01-01 00:00:00', '-infinity']],
];
const SQLITE: typeof POSTGRES = [
  ['REAL', [...printed(doubles), ...SPECIAL.slice(3), '9e999', '-9e999']],
  ['NUMERIC', ['9e999', '-9e999', '1e30', '1.5', '9007199254740993']],
  ['INTEGER', ['9223372036854775807', '-9223372036854775808', ...integers(2n ** 62n)]],
  ['TEXT', texts.map((text) => `CAST(X'${Buffer.from(text).toString('hex')}' AS TEXT)`)],
];

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start((_, data) => {
    const file = new Database(`${data}/lite.sqlite`);
    file.prepare('CREATE TABLE first (id INTEGER)').run();
    file.close();
    return `  - { id: lite, name: Lite, kind: files, path: ${data}/lite.sqlite, read_only: false, confirm_destructive: false }\n`;
  });
});
afterAll(() => app.stop());

const ENGINES = [
  ['pg', 'postgres', POSTGRES],
  ['duck', 'duckdb', DUCKDB],
  ['lite', 'sqlite', SQLITE],
] as const;
const CASES = ENGINES.flatMap(([connection, dialect, types]) =>
  types.map(([type, values]) => [connection, dialect, type, values] as const),
);

/** A value by a way other than the one under test. */
function source(dialect: SqlDialect, type: string, value: string): string {
  if (dialect === 'sqlite') return value;
  const parts = value.split('\0').map((part) => dialectOf(dialect).values.textLiteral(part));
  return `CAST(${parts.join(' || chr(0) || ')} AS ${type})`;
}

async function rowsOf(connection: string, sql: string) {
  const { error, statements } = await app.run(sql, connection);
  expect([error, ...statements.map((one) => one.error)].filter((one) => one !== null)).toEqual([]);
  const { columns, rows } = statements.at(-1) ?? { columns: null, rows: [] };
  return { columns: columns ?? [], rows };
}

describe.each(CASES)('values of %s (%s) of the type %s', (connection, dialect, type, values) => {
  const given = values.map((value, index) => `(${index}, ${source(dialect, type, value)})`).join(', ');
  const select = (where = '') => `SELECT i, v FROM copied ${where} ORDER BY i`;
  const copied = (format: 'insert' | 'in-list', of: Awaited<ReturnType<typeof rowsOf>>) =>
    copyText(format, { ...of, dialect, column: 1 }).replace(/^INSERT INTO \S+/, 'INSERT INTO copied');

  it('come back by the INSERT and are all found by the IN-list that were copied', async () => {
    const made = `DROP TABLE IF EXISTS copied; CREATE TABLE copied (i INT, v ${type}); INSERT INTO copied VALUES ${given};`;
    const kept = await rowsOf(connection, `${made} ${select()}`);
    expect(kept.rows.length).toBe(values.length);
    const again = await rowsOf(connection, `DELETE FROM copied; ${copied('insert', kept)} ${select()}`);
    expect(again.rows).toEqual(kept.rows);
    const found = await rowsOf(connection, select(`WHERE v IN ${copied('in-list', kept)}`));
    expect(found.rows).toEqual(kept.rows);
  });

  it('are found by an IN-list of one', async () => {
    const kept = await rowsOf(connection, select('WHERE i = 0'));
    const found = await rowsOf(connection, select(`WHERE i = 0 AND v IN ${copied('in-list', kept)}`));
    expect(found.rows).toEqual(kept.rows);
  });
});
