import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CollectingSink, neverAborted } from '../testing/index.js';
import { errorOf, openDuckdbSession, type OpenedSession } from './testing/open-session.js';

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

describe('a result of thousands of columns', () => {
  let opened: OpenedSession;
  beforeAll(async () => {
    opened = await openDuckdbSession();
  });
  afterAll(() => opened.dispose());

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

  it('keeps the order and number of its rows', async () => {
    const { sink } = await opened.run(`SELECT range, ${wide(1_500)} FROM range(3_000)`);
    expect(sink.rows.map(([first]) => first)).toEqual(Array.from({ length: 3_000 }, (_, index) => String(index)));
    const empty = await opened.run(`SELECT range, ${wide(1_500)} FROM range(0)`);
    expect([empty.sink.resultColumns?.length, empty.sink.rows]).toEqual([1_501, []]);
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
