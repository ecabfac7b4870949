import { describe, expect, it } from '@jest/globals';
import type { ParameterType } from '#libs/api';
import { findParameters, placeParameters } from '#libs/sql';
import type { ParameterValue } from '#libs/sql';
import type { Session } from '../../connector.js';
import { CollectingSink } from '../collecting-sink.js';
import type { EngineUnderTest } from '../engine-under-test.js';
import { neverAborted } from '../recording-context.js';
import { expectUsable, run, type Stage } from './stage.js';

/** `written` is where an error stands in the text as it was written. */
type Ran = Awaited<ReturnType<typeof run>> & { readonly written: number | null };
type Given = string | null | readonly [string | null, ParameterType];

/** What arrives of the values that are bound to a statement's parameters. */
export function describeParameters(engine: EngineUnderTest, stage: () => Stage): void {
  describe('parameters', () => {
    itReturnsTexts(stage);
    itReturnsTypes(stage);
    itRefusesValues(stage);

    it('stand wherever a value may, one value in two places', async () => {
      const series = `SELECT * FROM (${engine.sql.series(10)}) AS s LIMIT:n`;
      expect((await runWith(stage(), series, { n: ['3', 'integer'] })).sink.rows).toHaveLength(3);
      const sql =
        'SELECT CAST(:a AS VARCHAR(9)) AS one, CAST(:b AS VARCHAR(9)) AS two, CAST(:a AS VARCHAR(9)) AS three';
      const { sink } = await runWith(stage(), sql, { b: 'x', a: 'y' });
      expect(sink.rows).toEqual([['y', 'x', 'y']]);
      expect(sink.resultColumns?.map(({ name }) => name)).toEqual(['one', 'two', 'three']);
      const untyped = await runWith(stage(), 'SELECT :a AS a, 1 AS one, :b AS b, :c AS c', { a: 'x', b: null, c: '' });
      expect(untyped.sink.rows).toEqual([['x', '1', null, '']]);
      expect(untyped.sink.resultColumns?.map(({ name }) => name)).toEqual(['a', 'one', 'b', 'c']);
    });

    it('report an error at its position in the text', async () => {
      const sql = 'SELECT CAST(:long_name AS VARCHAR(9)), nope_1';
      const { outcome, written } = await runWith(stage(), sql, { long_name: 'x' });
      expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false });
      if (engine.sql.mistake.position === null) expect(written).toBeNull();
      else expect(written).toBe(sql.indexOf('nope_1') + 1);
    });
  });
}

const TEXTS = [
  '',
  ' ',
  "it's",
  "'); DROP TABLE orders; --",
  '"; DELETE FROM t; /*',
  '$1 :a ? $$x$$',
  'a\\b\\n',
  'NULL',
  'line\nfeed\r\n\ttab',
  'größe 日本語 😀🏳️‍🌈 \u202eabc',
];

function itReturnsTexts(stage: () => Stage): void {
  it.each(TEXTS)('return the text %j unchanged, with its type and without', async (text) => {
    expect((await runWith(stage(), 'SELECT :v AS v', { v: text })).sink.rows).toEqual([[text]]);
    expect((await runWith(stage(), 'SELECT $1 AS v', { 1: [text, 'text'] })).sink.rows).toEqual([[text]]);
  });

  it('keep NULL and the empty string apart', async () => {
    const sql =
      "SELECT CASE WHEN :a IS NULL THEN 'null' ELSE 'text' END, CASE WHEN :b IS NULL THEN 'null' ELSE 'text' END";
    const { sink } = await runWith(stage(), sql, { a: [null, 'text'], b: ['', 'text'] });
    expect(sink.rows).toEqual([['null', 'text']]);
    expect((await runWith(stage(), 'SELECT :v AS v', { v: null })).sink.rows).toEqual([[null]]);
  });

  it('return a text of ten megabytes', async () => {
    const text = 'ä'.repeat(5 * 1024 * 1024);
    const { sink } = await runWith(stage(), 'SELECT :v AS v', { v: text });
    expect(sink.rows[0]?.[0] === text).toBe(true);
  });
}

const TYPED: readonly (readonly [ParameterType, string])[] = [
  ['integer', '-5'],
  ['bigint', '-9223372036854775808'],
  ['bigint', '9223372036854775807'],
  ['numeric', '1234.5'],
  ['double', '0.5'],
  ['date', '2024-02-29'],
  ['time', '23:59:59.000001'],
  ['timestamp', '2024-02-29 12:00:00.5'],
  ['uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ['json', '{"a": [1, null]}'],
];

function itReturnsTypes(stage: () => Stage): void {
  it.each(TYPED)('return the %s %s', async (type, text) => {
    expect((await runWith(stage(), 'SELECT :v AS v', { v: [text, type] })).sink.rows).toEqual([[text]]);
  });

  it.each<ParameterType>(['integer', 'numeric', 'boolean', 'date', 'jsonb', 'binary', 'interval'])(
    'return NULL as %s',
    async (type) => {
      expect((await runWith(stage(), 'SELECT :v AS v', { v: [null, type] })).sink.rows).toEqual([[null]]);
    },
  );

  it.each([
    ['true', 'yes'],
    ['false', 'no'],
  ])('take %s for what it means', async (text, answer) => {
    const { sink } = await runWith(stage(), "SELECT CASE WHEN :v THEN 'yes' ELSE 'no' END", { v: [text, 'boolean'] });
    expect(sink.rows).toEqual([[answer]]);
  });
}

function itRefusesValues(stage: () => Stage): void {
  it.each<ParameterType>(['integer', 'bigint', 'numeric', 'double', 'boolean'])(
    'refuse a value that is no %s in words, and keep the session',
    async (type) => {
      const session = await stage().session();
      const { outcome } = await runIn(stage(), session, 'SELECT :v AS v', { v: ['many', type] });
      expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false });
      if (outcome.status === 'failed') expect(outcome.error.message).toContain('many');
      await expectUsable(stage(), session);
      await session.release();
    },
  );

  it('refuse to run without their values', async () => {
    const session = await stage().session();
    const { outcome } = await run(session, 'SELECT $1');
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false });
    await expectUsable(stage(), session);
    await session.release();
  });
}

async function runWith(stage: Stage, sql: string, given: Record<string, Given>): Promise<Ran> {
  const session = await stage.session();
  try {
    return await runIn(stage, session, sql, given);
  } finally {
    await session.release();
  }
}

async function runIn(stage: Stage, session: Session, sql: string, given: Record<string, Given>): Promise<Ran> {
  const { dialect } = stage.connector;
  const found = findParameters(sql, dialect);
  const values = new Map(Object.entries(given).map(([name, value]) => [name, valueOf(name, value)]));
  const placed = placeParameters(sql, found, dialect, values);
  const sink = new CollectingSink();
  const bound = found.names.map((name) => values.get(name) ?? valueOf(name, null));
  const outcome = await session.run(placed.sql, sink, neverAborted(), bound);
  const position = outcome.status === 'failed' ? outcome.error.position : null;
  return { sink, outcome, written: position === null ? null : placed.writtenPosition(position) };
}

function valueOf(name: string, given: Given): ParameterValue {
  if (given === null || typeof given === 'string') return { name, text: given, type: null };
  return { name, text: given[0], type: given[1] };
}
