import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReadFailure, type ReadOptions } from '../../data-reader.js';
import { RecordingContext, neverAborted } from '../../testing/index.js';
import { PostgresConnector } from '../postgres-connector.js';
import { type TestDatabase, createTestDatabase } from '../testing/test-database.js';

/** Answers with its value, and how many statements its line keeps. */
const COUNTING = "SELECT ($1::int || ' ' || (SELECT count(*) FROM pg_prepared_statements))::text";
const INVERSE = 'SELECT (12 / $1::int)::text';
const REPLACE = 'SELECT replace_what_is_kept()::text';

let database: TestDatabase;
let connector: PostgresConnector;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(`CREATE TABLE written (n int);
    CREATE TABLE labels AS SELECT * FROM (VALUES (1, 'one'), (2, 'two')) AS l (n, label);
    CREATE INDEX labels_n ON labels (n);
    CREATE FUNCTION carry_out(text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN EXECUTE $1; RETURN 1; END $$;
    CREATE FUNCTION replace_what_is_kept() RETURNS int LANGUAGE plpgsql AS $$ DECLARE kept text; BEGIN
      FOR kept IN SELECT name FROM pg_prepared_statements WHERE name <> '' AND statement LIKE '%12%' LOOP
        EXECUTE format('DEALLOCATE %I', kept);
        EXECUTE format('PREPARE %I(int) AS SELECT text ''not what was asked for''', kept);
      END LOOP;
      RETURN 1;
    END $$`);
});
afterAll(() => database.dispose());

// One line, so that every read meets what the one before it left.
beforeEach(() => {
  connector = new PostgresConnector({ ...database.config, pool: { max: 1 } }, new RecordingContext());
});
afterEach(() => connector.close());

async function read(text: string, parameters: number[] = [], more: Partial<ReadOptions> = {}): Promise<string> {
  const options = { timeoutMs: 5_000, ...more };
  const rows = await connector.readers.tiles.read({ text, parameters }, options, neverAborted());
  return String(rows[0]?.[0]);
}

describe('a statement that is read again and again', () => {
  it('is parsed once and answers for the values of each read', async () => {
    const answers = [];
    for (const value of [2, 3, 4]) answers.push(await read(COUNTING, [value], { keptAs: 'a' }));
    expect(answers).toEqual(['2 1', '3 1', '4 1']);
  });

  it('is planned for the values of each read, as nothing else is', async () => {
    const mode = "SELECT current_setting('plan_cache_mode')";
    expect(await read(mode, [], { keptAs: 'a' })).toBe('force_custom_plan');
    expect(await read(mode)).toBe('auto');
  });

  it('is planned once where that is asked for, and only as long as it is kept', async () => {
    const mode = "SELECT current_setting('plan_cache_mode')";
    expect(await read(mode, [], { keptAs: 'a', isPlannedOnce: true })).toBe('force_generic_plan');
    expect(await read(mode, [], { keptAs: 'a' })).toBe('force_custom_plan');
    expect(await read(mode, [], { isPlannedOnce: true })).toBe('auto');
  });

  it('answers for the values of each read when it is planned once, and by the schema of that moment', async () => {
    const once = { keptAs: 'a', isPlannedOnce: true };
    const label = 'SELECT label FROM labels WHERE n = $1::int';
    expect([await read(label, [1], once), await read(label, [2], once)]).toEqual(['one', 'two']);
    await database.execute("DROP INDEX labels_n; UPDATE labels SET label = 'zwei' WHERE n = 2");
    expect([await read(label, [1], once), await read(label, [2], once)]).toEqual(['one', 'zwei']);
  });

  it('returns the plan that is kept, and the one for its values, without being run', async () => {
    const text = "SELECT carry_out('SELECT 1 / 0') FROM pg_class WHERE oid = $1::oid";
    const planOf = async (isPlannedOnce: boolean): Promise<string> => {
      const options = { keptAs: 'a', timeoutMs: 5_000, isPlannedOnce };
      return connector.readers.tiles.plan({ text, parameters: [1259] }, options, neverAborted());
    };
    expect([await planOf(true), await planOf(false)]).toEqual([
      expect.stringMatching(/^\[\s*\{\s*"Plan"[^]*"Index Cond": "\(oid = \$1\)"/),
      expect.stringContaining('"Index Cond": "(oid = \'1259\'::oid)"'),
    ]);
    expect(await read(COUNTING, [1], { keptAs: 'a' })).toBe('1 2');
  });

  it('is kept beside others of its name and of no other name', async () => {
    await read(INVERSE, [2], { keptAs: 'a' });
    expect(await read(COUNTING, [1], { keptAs: 'a' })).toBe('1 2');
    expect(await read(COUNTING, [1], { keptAs: 'b' })).toBe('1 1');
  });

  it('is parsed anew once it has failed', async () => {
    expect(await read(INVERSE, [3], { keptAs: 'a' })).toBe('4');
    await expect(read(INVERSE, [0], { keptAs: 'a' })).rejects.toThrow(ReadFailure);
    expect(await read(COUNTING, [1])).toBe('1 0');
    expect(await read(INVERSE, [4], { keptAs: 'a' })).toBe('3');
  });

  it('is answered where the server has lost it, as behind a pooler, and not kept from then on', async () => {
    await read(COUNTING, [1], { keptAs: 'a' });
    await read("SELECT carry_out('DEALLOCATE ALL')::text", [], { keptAs: 'a' });
    expect(await read(COUNTING, [6], { keptAs: 'a' })).toBe('6 0');
    expect(await read(COUNTING, [7], { keptAs: 'a' })).toBe('7 0');
    const options = { keptAs: 'a', timeoutMs: 5_000 };
    const plan = connector.readers.tiles.plan({ text: COUNTING, parameters: [7] }, options, neverAborted());
    await expect(plan).rejects.toThrow(ReadFailure);
  });

  it.each([
    ['another name', { keptAs: 'b' }],
    ['no name', {}],
  ])('cannot be replaced by a query of %s', async (_, other) => {
    expect(await read(INVERSE, [3], { keptAs: 'a' })).toBe('4');
    await read(REPLACE, [], other);
    expect(await read(INVERSE, [3], { keptAs: 'a' })).toBe('4');
  });

  it('writes nothing even where a query has replaced what is kept of itself', async () => {
    const write = "SELECT carry_out('INSERT INTO written VALUES (12)')::text";
    await expect(read(write, [], { keptAs: 'a' })).rejects.toMatchObject({ error: { sqlstate: '25006' } });
    await read(INVERSE, [3], { keptAs: 'a' });
    await read(REPLACE, [], { keptAs: 'a' });
    expect(await read(INVERSE, [3], { keptAs: 'a' })).toBe('not what was asked for');
    await expect(read(write, [], { keptAs: 'a' })).rejects.toMatchObject({ error: { sqlstate: '25006' } });
    expect((await database.execute('SELECT * FROM written')).rows).toEqual([]);
  });
});

describe('two statements that are read in turn', () => {
  it('stay with the lines that keep them', async () => {
    const two = new PostgresConnector({ ...database.config, pool: { max: 2 } }, new RecordingContext());
    try {
      const line = async (keptAs: string, seconds: number): Promise<string> => {
        const statement = { text: 'SELECT pg_backend_pid() || left(pg_sleep($1)::text, 0)', parameters: [seconds] };
        const rows = await two.readers.tiles.read(statement, { timeoutMs: 5_000, keptAs }, neverAborted());
        return String(rows[0]?.[0]);
      };
      const [a, b] = await Promise.all([line('a', 0.3), line('b', 0.3)]);
      expect(a).not.toBe(b);
      const turns = [];
      for (const name of ['a', 'b', 'a', 'a', 'b', 'b']) turns.push(await line(name, 0));
      expect(turns).toEqual([a, b, a, a, b, b]);
    } finally {
      await two.close();
    }
  });
});
