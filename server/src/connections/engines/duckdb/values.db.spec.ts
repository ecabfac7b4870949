import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CollectingSink, neverAborted } from '../testing/index.js';
import { errorOf, openDuckdbSession, type OpenedSession } from './testing/open-session.js';

/** An expression, its type and kind, and what DuckDB prints for it. */
const VALUES: readonly (readonly [string, string, string, string | null])[] = [
  ['true', 'BOOLEAN', 'boolean', 'true'],
  ['(-128)::TINYINT', 'TINYINT', 'integer', '-128'],
  ['255::UTINYINT', 'UTINYINT', 'integer', '255'],
  ['(-32768)::SMALLINT', 'SMALLINT', 'integer', '-32768'],
  ['(-9223372036854775808)::BIGINT', 'BIGINT', 'integer', '-9223372036854775808'],
  ['18446744073709551615::UBIGINT', 'UBIGINT', 'integer', '18446744073709551615'],
  [
    "'-170141183460469231731687303715884105728'::HUGEINT",
    'HUGEINT',
    'integer',
    '-170141183460469231731687303715884105728',
  ],
  [
    "'340282366920938463463374607431768211455'::UHUGEINT",
    'UHUGEINT',
    'integer',
    '340282366920938463463374607431768211455',
  ],
  [`'${'9'.repeat(60)}'::BIGNUM`, 'BIGNUM', 'integer', '9'.repeat(60)],
  [
    "'-1234567890123456789012345678.0123456789'::DECIMAL(38,10)",
    'DECIMAL(38,10)',
    'decimal',
    '-1234567890123456789012345678.0123456789',
  ],
  ['0.10::DECIMAL(4,2)', 'DECIMAL(4,2)', 'decimal', '0.10'],
  ['1e300', 'DOUBLE', 'float', '1e+300'],
  ["'-0.0'::DOUBLE", 'DOUBLE', 'float', '-0.0'],
  ['0.1::DOUBLE + 0.2::DOUBLE', 'DOUBLE', 'float', '0.30000000000000004'],
  ["'nan'::DOUBLE", 'DOUBLE', 'float', 'nan'],
  ["'-infinity'::FLOAT", 'FLOAT', 'float', '-inf'],
  ['0.1::FLOAT', 'FLOAT', 'float', '0.1'],
  ["''", 'VARCHAR', 'text', ''],
  ['NULL::VARCHAR', 'VARCHAR', 'text', null],
  ["'a' || chr(0) || 'b'", 'VARCHAR', 'text', 'a\0b'],
  ["'\u{feff}with a byte order mark'", 'VARCHAR', 'text', '\u{feff}with a byte order mark'],
  ["'\u{feff}'", 'VARCHAR', 'text', '\u{feff}'],
  ["DATE '2020-02-29'", 'DATE', 'date', '2020-02-29'],
  ["'infinity'::DATE", 'DATE', 'date', 'infinity'],
  ["'0044-03-15 (BC)'::DATE", 'DATE', 'date', '0044-03-15 (BC)'],
  ["TIME '23:59:59.000001'", 'TIME', 'time', '23:59:59.000001'],
  ["'12:00:00+05:30'::TIMETZ", 'TIME WITH TIME ZONE', 'time', '12:00:00+05:30'],
  ["TIMESTAMP '2020-01-01 10:00:00.123456'", 'TIMESTAMP', 'timestamp', '2020-01-01 10:00:00.123456'],
  ["'-infinity'::TIMESTAMP", 'TIMESTAMP', 'timestamp', '-infinity'],
  ["'2020-01-01 10:00:00.123456789'::TIMESTAMP_NS", 'TIMESTAMP_NS', 'timestamp', '2020-01-01 10:00:00.123456789'],
  ["'2020-01-01 10:00:00'::TIMESTAMP_S", 'TIMESTAMP_S', 'timestamp', '2020-01-01 10:00:00'],
  ["'2020-01-01 10:00:00.12'::TIMESTAMP_MS", 'TIMESTAMP_MS', 'timestamp', '2020-01-01 10:00:00.12'],
  ["INTERVAL '1 year 2 days 3.5 seconds'", 'INTERVAL', 'interval', '1 year 2 days 00:00:03.5'],
  ["'\\xAA\\x00z'::BLOB", 'BLOB', 'binary', '\\xAA\\x00z'],
  ["'01011'::BIT", 'BIT', 'other', '01011'],
  ["'0b53b7a0-1c2d-4e5f-8a9b-0c1d2e3f4a5b'::UUID", 'UUID', 'uuid', '0b53b7a0-1c2d-4e5f-8a9b-0c1d2e3f4a5b'],
  ["'b''c'::ENUM('a', 'b''c')", "ENUM('a', 'b''c')", 'text', "b'c"],
  ['[1, NULL, 3]', 'INTEGER[]', 'array', '[1, NULL, 3]'],
  ["['a, b', NULL, 'NULL', '', 'it''s']", 'VARCHAR[]', 'array', "['a, b', NULL, 'NULL', '', 'it\\'s']"],
  ['[1, 2]::INTEGER[2]', 'INTEGER[2]', 'array', '[1, 2]'],
  ["{'a': 1, 'b c': [DATE '2020-01-01']}", 'STRUCT(a INTEGER, "b c" DATE[])', 'json', "{'a': 1, 'b c': [2020-01-01]}"],
  ["MAP {'a': 1, 'b': NULL}", 'MAP(VARCHAR, INTEGER)', 'json', '{a=1, b=NULL}'],
  ['union_value(k := 1)', 'UNION(k INTEGER)', 'other', '1'],
  [`'{"a":  1e5, "a": 12345678901234567890.10}'::JSON`, 'JSON', 'json', '{"a":  1e5, "a": 12345678901234567890.10}'],
  ["'POINT(1 2)'::GEOMETRY", 'GEOMETRY', 'geometry', 'POINT (1 2)'],
  ["{'a': [1, 2]}::VARIANT", 'VARIANT', 'json', "{'a': [1, 2]}"],
];

/** Values of structs without names, which DuckDB prints and keeps in no table. */
const UNNAMED: readonly (readonly [string, string | null])[] = [
  ["row(1, 'a b')", '(1, a b)'],
  ['row(NULL, NULL)', '(NULL, NULL)'],
  ['CASE WHEN random() < 0 THEN row(1, 2) END', null],
  ["row(1, row('x', NULL))", '(1, (x, NULL))'],
  ['[row(1, 2), NULL]', '[(1, 2), NULL]'],
  ['array_value(row(1, 2), NULL)', '[(1, 2), NULL]'],
  ["MAP {row(1, 'x'): [row(2)]}", '{(1, x)=[(2)]}'],
  ["{'a b': row(1, 2), 'c': [{'d': row(3)}]}", "{'a b': (1, 2), 'c': [{'d': (3)}]}"],
];

/** The type whose text DuckDB itself does not read. */
const NO_INPUT = 'UNION';

describe('values of DuckDB', () => {
  let opened: OpenedSession;
  beforeAll(async () => {
    opened = await openDuckdbSession();
  });
  afterAll(() => opened.dispose());

  it.each(VALUES)('%s is %s, %s, as DuckDB prints it', async (expression, type, kind, text) => {
    const { sink } = await opened.run(`SELECT ${expression} AS v`);
    expect(sink.resultColumns).toEqual([{ name: 'v', type, kind, table: null }]);
    expect(sink.rows).toEqual([[text]]);
  });

  it.each(VALUES)('%s is the same where a statement cannot be framed', async (expression, type, kind, text) => {
    await opened.run(`PREPARE p AS SELECT ${expression} AS v`);
    const { outcome, sink } = await opened.run('EXECUTE p');
    await opened.run('DEALLOCATE p');
    expect(outcome).toMatchObject({ status: 'succeeded' });
    expect(sink.resultColumns).toEqual([{ name: 'v', type, kind, table: null }]);
    expect(sink.rows).toEqual([[text]]);
  });

  it.each(UNNAMED)('%s is the same where a statement is framed, prepared or writes', async (expression, text) => {
    await opened.run('CREATE OR REPLACE TABLE one AS SELECT 1 AS n');
    await opened.run(`PREPARE p AS SELECT ${expression} AS v`);
    const statements = [`SELECT ${expression} AS v`, 'EXECUTE p', `INSERT INTO one VALUES (2) RETURNING ${expression}`];
    for (const sql of statements) expect((await opened.run(sql)).sink.rows).toEqual([[text]]);
    await opened.run('DEALLOCATE p');
  });

  it('has the text of a union with a struct without names', async () => {
    await opened.run('PREPARE p AS SELECT union_value(k := row(1, 2)) AS v');
    expect((await opened.run('EXECUTE p')).outcome.status).toBe('succeeded');
    await opened.run('DEALLOCATE p');
  });

  it.each(VALUES.filter(([, type]) => !type.startsWith(NO_INPUT)))(
    '%s comes back from a parameter',
    async (_, type, kind, text) => {
      const sink = new CollectingSink();
      const values = [{ name: 'v', text, type: null }];
      const outcome = await opened.session.run(`SELECT CAST($1 AS ${type}) AS v`, sink, neverAborted(), values);
      expect(outcome).toMatchObject({ status: 'succeeded' });
      expect(sink.resultColumns).toEqual([{ name: 'v', type, kind, table: null }]);
      expect(sink.rows).toEqual([[text]]);
    },
  );

  it('has the types that typeof() returns', async () => {
    for (const [expression, type] of VALUES) {
      const { sink } = await opened.run(`SELECT typeof(${expression})`);
      if (!expression.startsWith('NULL')) expect(sink.rows).toEqual([[type]]);
    }
  });

  it('knows every type of DuckDB', async () => {
    const { sink } = await opened.run('SELECT * FROM test_all_types()');
    const cast = await opened.run('SELECT COLUMNS(*)::VARCHAR FROM test_all_types()');
    expect(sink.rows).toHaveLength(3);
    expect(sink.rows).toEqual(cast.sink.rows);
    await opened.run('PREPARE everything AS SELECT * FROM test_all_types()');
    expect((await opened.run('EXECUTE everything')).sink.rows).toEqual(cast.sink.rows);
  });

  it('prints a timestamp with time zone in the zone of the session', async () => {
    await opened.run("SET TimeZone = 'America/New_York'");
    const sql = "SELECT TIMESTAMPTZ '2020-07-01 12:00:00+00' AS t, [TIMESTAMPTZ '1883-11-18 12:00:00+00'] AS l";
    const framed = await opened.run(sql);
    await opened.run(`PREPARE zoned AS ${sql}`);
    const whole = await opened.run('EXECUTE zoned');
    await opened.run('RESET TimeZone');
    expect(framed.sink.rows[0]?.[0]).toBe('2020-07-01 08:00:00-04');
    expect(whole.sink.rows).toEqual(framed.sink.rows);
  });

  it('returns any text unchanged, short or long, beside any other', async () => {
    const cell = fc.option(fc.string({ unit: 'binary', maxLength: 40 }), { nil: null });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 60 }), async (cells) => {
        const { sink } = await opened.run(`SELECT unnest([${cells.map(literal).join(', ')}]::VARCHAR[]) AS v`);
        expect(sink.rows).toEqual(cells.map((text) => [text]));
      }),
      { numRuns: 60 },
    );
  });

  it('returns the double that was stored', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 50, maxLength: 200 }),
        async (numbers) => {
          const { sink } = await opened.run(`SELECT unnest([${numbers.map(doubleLiteral).join(', ')}]::DOUBLE[]) AS v`);
          expect(sink.rows.map(([text]) => Number(text))).toEqual(numbers);
        },
      ),
      { numRuns: 20 },
    );
  });

  it.each([1, 15, 16, 17, 299, 300, 301, 2047, 2048, 2049, 5000])(
    'returns each of %i rows once, in order',
    async (n) => {
      const { sink } = await opened.run(`SELECT range, NULL, '' AS e, 'é' || range FROM range(${n})`);
      expect(sink.rows).toEqual(Array.from({ length: n }, (_, row) => [String(row), null, '', `é${row}`]));
    },
  );

  it('returns rows of very different lengths, up to megabytes, in order', async () => {
    const lengthOf = (row: number): number => (row % 400 === 50 ? 1_500_000 : row % 7 === 0 ? 30_000 : row % 30);
    const length = 'CASE WHEN range % 400 = 50 THEN 1500000 WHEN range % 7 = 0 THEN 30000 ELSE range % 30 END';
    const { sink } = await opened.run(
      `SELECT range, repeat(chr((97 + range % 26)::INT), (${length})::INT), range FROM range(1000)`,
    );
    const isRight = ([id, text, last]: (string | null)[], row: number): boolean =>
      id === String(row) && last === id && text === String.fromCharCode(97 + (row % 26)).repeat(lengthOf(row));
    expect(sink.rows).toHaveLength(1000);
    expect(sink.rows.every(isRight)).toBe(true);
  });

  it('returns a text of 100 MB', async () => {
    const { sink } = await opened.run(`SELECT 'a', ${longText('é', 50_000_000)}, 'b'`);
    expect(sink.rows[0]?.map((text) => text?.length)).toEqual([1, 50_000_000, 1]);
    expect(sink.rows[0]?.[1] === 'é'.repeat(50_000_000)).toBe(true);
  });

  it.each([
    ['value', `SELECT ${longText('x', 200_000_000)}`],
    ['value of many bytes a character', `SELECT ${longText('é', 80_000_000)}`],
    ['list', 'SELECT list(range) FROM range(20000000)'],
    ['row of long values', `SELECT ${['x', 'y', 'z'].map((letter) => longText(letter, 50_000_000)).join(', ')}`],
    ['value behind others', "SELECT repeat('x', (1000 * (range // 2999) * 200000)::INT) FROM range(3000)"],
    ['value of EXECUTE', `PREPARE p AS SELECT ${longText('x', 140_000_000)}; EXECUTE p`],
  ])('refuses a %s that is too large, and goes on', async (_, sql) => {
    const statements = sql.split('; ');
    const last = statements.pop() ?? '';
    for (const before of statements) await opened.run(before);
    expect(errorOf(await opened.run(last)).message).toMatch(/^A row of the result is larger than 128 MiB as text\. /);
    expect((await opened.run('SELECT 1')).sink.rows).toEqual([['1']]);
  });

  it('reads rows of many long texts across chunks in order', async () => {
    const { sink } = await opened.run(
      "SELECT repeat(chr(97 + (range % 26)::INT), (range * 37 % 211)::INT) AS t, CASE WHEN range % 3 = 0 THEN NULL ELSE 'x' || range END AS u FROM range(20000)",
    );
    const isRight = ([text, other]: (string | null)[], row: number): boolean =>
      text === String.fromCharCode(97 + (row % 26)).repeat((row * 37) % 211) &&
      other === (row % 3 === 0 ? null : `x${row}`);
    expect(sink.rows).toHaveLength(20_000);
    expect(sink.rows.every(isRight)).toBe(true);
  });
});

/** A long text that the engine makes while the query runs: as a constant it copies it a dozen times while it plans. */
function longText(letter: string, length: number): string {
  return `repeat('${letter}', ${length} + (random() * 0)::INT)`;
}

/** Half a surrogate pair is no text for a database; the driver turns it into U+FFFD. */
function literal(text: string | null): string {
  if (text === null) return 'NULL';
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return `(${parts.join(' || chr(0) || ')})`;
}

function doubleLiteral(number: number): string {
  return `'${Object.is(number, -0) ? '-0.0' : String(number)}'`;
}
