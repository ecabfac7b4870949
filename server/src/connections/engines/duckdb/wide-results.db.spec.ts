import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CollectingSink, neverAborted, until } from '../testing/index.js';
import type { Session } from '../connector.js';
import { errorOf, openDuckdbSession, runStatement, type OpenedSession, type Ran } from './testing/open-session.js';

const enumOf = (count: number): string => Array.from({ length: count }, (_, index) => `'v${index}'`).join(', ');
const SAMPLES = [
  '1 AS same',
  "'x' AS same",
  '1.50::DECIMAL(9,2)',
  'NULL',
  `'v1'::ENUM(${enumOf(2)})`,
  `'v1'::ENUM(${enumOf(60)})`,
  `['v1'::ENUM(${enumOf(60)})]`,
  `{'a': 1, 'b c': ['x']} AS "struct"`,
  `'{"a":1}'::JSON AS "a ""quoted"" name"`,
  'DATE \'2020-01-02\' AS "größe"',
  "'xy'::BLOB",
];

/** Values of each type whose values have one width, at its ends and around them. */
const FIXED: readonly (readonly [string, readonly string[]])[] = [
  ['BOOLEAN', ['true', 'false']],
  ['TINYINT', ['-128', '127']],
  ['UTINYINT', ['0', '255']],
  ['SMALLINT', ['-32768', '32767']],
  ['USMALLINT', ['0', '65535']],
  ['INTEGER', ['-2147483648', '2147483647']],
  ['UINTEGER', ['0', '4294967295']],
  ['BIGINT', ['-9223372036854775808', '9223372036854775807']],
  ['UBIGINT', ['0', '18446744073709551615']],
  ['HUGEINT', ['-170141183460469231731687303715884105728', '170141183460469231731687303715884105727']],
  ['UHUGEINT', ['0', '340282366920938463463374607431768211455']],
  ['FLOAT', ['-infinity', '0.1', 'nan']],
  ['DOUBLE', ['-0.0', '1e300', '0.30000000000000004', 'infinity']],
  ['DECIMAL(4,2)', ['-99.99', '0.10']],
  ['DECIMAL(9,0)', ['-999999999', '7']],
  ['DECIMAL(18,18)', ['-0.999999999999999999', '0']],
  ['DECIMAL(38,10)', ['-1234567890123456789012345678.0123456789', '0.5']],
  ['DATE', ['0044-03-15 (BC)', 'infinity', '2020-02-29']],
  ['TIME', ['00:00:00', '23:59:59.000001']],
  ['TIMETZ', ['12:00:00+05:30', '00:00:00-15:59:59']],
  ['TIME_NS', ['12:00:00.123456789', '00:00:00']],
  ['TIMESTAMP', ['-infinity', '2020-01-01 10:00:00.123456']],
  ['TIMESTAMP_S', ['2020-01-01 10:00:00', '1960-01-01 10:00:00']],
  ['TIMESTAMP_MS', ['2020-01-01 10:00:00.12', '1960-01-01 10:00:00']],
  ['TIMESTAMP_NS', ['2020-01-01 10:00:00.123456789', '1960-01-01 10:00:00']],
  ['TIMESTAMPTZ', ['2020-01-01 10:00:00+00', '2020-07-01 10:00:00+00']],
  ['INTERVAL', ['1 year 2 days 3.5 seconds', '-1 month']],
  ['UUID', ['0b53b7a0-1c2d-4e5f-8a9b-0c1d2e3f4a5b', 'ffffffff-ffff-ffff-ffff-ffffffffffff']],
  ['VARCHAR', ['', 'größe', 'a text that is longer than twelve bytes']],
  ['JSON', ['{"a":  1e5}', 'null']],
];

/** A row that takes about a second. */
const SLOW = '(SELECT sum(hash(range)) > 0 AS yes FROM range(60_000_000))';

describe.each([
  ['that may write', false],
  ['that only reads', true],
])('a result of thousands of columns in a session %s', (_, isReadOnly) => {
  let database: OpenedSession;
  let opened: { readonly session: Session; run(sql: string): Promise<Ran> };
  beforeAll(async () => {
    database = await openDuckdbSession();
    const session = await database.connector.openSession(neverAborted(), { isReadOnly });
    opened = { session, run: (sql) => runStatement(session, sql) };
  });
  afterAll(async () => {
    await opened.session.release();
    await database.dispose();
  });

  const wide = (count: number): string => Array.from({ length: count }, (_, index) => `${index} AS c${index}`).join();

  it('has the names, types and values of a narrow one', async () => {
    const narrow = await opened.run(`SELECT ${SAMPLES.join()}`);
    expect(narrow.outcome).toMatchObject({ status: 'succeeded' });
    const { sink } = await opened.run(`SELECT ${SAMPLES.join()}, ${wide(2_000)}; -- end`);
    expect(sink.resultColumns?.slice(0, SAMPLES.length)).toEqual(narrow.sink.resultColumns);
    const last = { name: 'c1999', type: 'INTEGER', kind: 'integer', table: null };
    expect(sink.resultColumns?.[SAMPLES.length + 1_999]).toEqual(last);
    expect(sink.rows).toHaveLength(1);
    expect(sink.rows[0]?.slice(0, SAMPLES.length)).toEqual(narrow.sink.rows[0]);
    expect(sink.rows[0]?.at(-1)).toBe('1999');
  });

  it('has the names, types and values of a narrow one where its text limits its rows', async () => {
    const narrow = await opened.run(`SELECT ${SAMPLES.join()} LIMIT 1`);
    const { sink } = await opened.run(`SELECT ${SAMPLES.join()}, ${wide(2_000)} LIMIT 1`);
    expect(sink.resultColumns?.slice(0, SAMPLES.length)).toEqual(narrow.sink.resultColumns);
    expect(sink.rows.map((row) => row.slice(0, SAMPLES.length))).toEqual(narrow.sink.rows);
    const constant = await opened.run(`SELECT ${wide(2_000)} FROM range(30) LIMIT 20`);
    const places = Array.from({ length: 2_000 }, (_, place) => String(place));
    expect(constant.sink.rows).toEqual(Array.from({ length: 20 }, () => places));
  });

  it.each([1, 3, 7, 100, 900])('has the values of a narrow one with LIMIT %i', async (limit) => {
    const values = FIXED.map(([type, texts]) => {
      const cases = texts.map((text, index) => `WHEN range % ${texts.length + 1} = ${index} THEN '${text}'`);
      return `(CASE ${cases.join(' ')} END)::${type}`;
    });
    // An odd number of columns of each type, in turns.
    const repeated = Array.from({ length: 37 }, () => values).flat();
    await opened.run("SET TimeZone = 'America/St_Johns'");
    const narrow = await opened.run(`SELECT ${values.join()} FROM range(1000) ORDER BY range LIMIT ${limit}`);
    const { sink } = await opened.run(`SELECT ${repeated.join()} FROM range(1000) ORDER BY range LIMIT ${limit}`);
    const types = narrow.sink.resultColumns?.map(({ type, kind }) => ({ type, kind })) ?? [];
    const all = Array.from({ length: 37 }, () => types).flat();
    expect(sink.resultColumns?.map(({ type, kind }) => ({ type, kind }))).toEqual(all);
    expect(sink.rows).toEqual(narrow.sink.rows.map((row) => Array.from({ length: 37 }, () => row).flat()));
    expect(sink.rows).toHaveLength(limit);
  });

  it('has rows that are longer than a block of texts where its text limits its rows', async () => {
    const long = Array.from({ length: 1_000 }, (_, index) => `repeat('${index % 10}', ${1_000 + index}) AS c${index}`);
    const { sink } = await opened.run(`SELECT range::TINYINT, ${long.join()} FROM range(20) LIMIT 20`);
    expect(sink.rows).toHaveLength(20);
    expect(sink.rows[19]?.slice(0, 2)).toEqual(['19', '0'.repeat(1_000)]);
    expect(sink.rows[19]?.at(-1)).toBe('9'.repeat(1_999));
  });

  it('fails at the place in its own text where its text limits its rows', async () => {
    const text = "CASE WHEN range = 3 THEN 'x' ELSE '1' END::INTEGER";
    const error = errorOf(await opened.run(`SELECT ${text}, ${wide(1_500)} FROM range(9) LIMIT 9`));
    expect(error.message).toMatch(/Could not convert string 'x' to INT32/);
    expect(error.position).toBe(errorOf(await opened.run(`SELECT ${text} FROM range(9) LIMIT 9`)).position);
    expect(errorOf(await opened.run(`SELECT ${wide(1_500)} LIMIT -1`)).message).toMatch(/cannot be negative/);
  });

  it('keeps the order and number of its rows', async () => {
    const { sink } = await opened.run(`SELECT range, ${wide(1_500)} FROM range(3_000)`);
    expect(sink.rows.map(([first]) => first)).toEqual(Array.from({ length: 3_000 }, (_, index) => String(index)));
    const empty = await opened.run(`SELECT range, ${wide(1_500)} FROM range(0)`);
    expect([empty.sink.resultColumns?.length, empty.sink.rows]).toEqual([1_501, []]);
  });

  it('has all rows where the first of them take their time', async () => {
    const { sink } = await opened.run(`SELECT range, yes, ${wide(1_000)} FROM range(5_000), ${SLOW} ORDER BY 1 DESC`);
    expect(sink.rows.map(([first]) => first)).toEqual(Array.from({ length: 5_000 }, (_row, at) => String(4_999 - at)));
    expect(sink.rows[4_000]?.slice(1, 4)).toEqual(['true', '0', '1']);
  });

  it('fails in the middle where the first rows take their time', async () => {
    const text = "CASE WHEN range = 90000 THEN 'x' ELSE '1' END::INTEGER";
    const error = errorOf(await opened.run(`SELECT ${text}, yes, ${wide(1_000)} FROM range(100_000), ${SLOW}`));
    expect(error.message).toMatch(/Could not convert string 'x' to INT32/);
    expect(error.position).not.toBeNull();
    expect((await opened.run('SELECT 1')).outcome.status).toBe('succeeded');
  });

  it('is stopped among rows that take their time', async () => {
    const [abort, sink] = [new AbortController(), new CollectingSink(1)];
    const sql = `SELECT range, yes, ${wide(1_000)} FROM range(200_000), ${SLOW}`;
    const running = opened.session.run(sql, sink, abort.signal);
    await until('a row', () => sink.isPaused);
    abort.abort();
    expect((await running).status).toBe('cancelled');
    expect((await opened.run('SELECT 1')).sink.rows).toEqual([['1']]);
  });

  it('takes values', async () => {
    const [sink, values] = [new CollectingSink(), [{ name: 'v', text: '7', type: null }]];
    const outcome = await opened.session.run(`SELECT $1::INTEGER AS a, ${wide(1_500)}`, sink, neverAborted(), values);
    expect(outcome).toMatchObject({ status: 'succeeded' });
    expect([sink.resultColumns?.[0]?.type, sink.rows[0]?.[0]]).toEqual(['INTEGER', '7']);
  });

  it('fails with the error that ended its rows', async () => {
    const text = "CASE WHEN range = 2500 THEN 'x' ELSE '1' END::INTEGER";
    const error = errorOf(await opened.run(`SELECT ${text}, ${wide(1_500)} FROM range(3_000)`));
    expect(error.message).toMatch(/Could not convert string 'x' to INT32/);
  });
});
