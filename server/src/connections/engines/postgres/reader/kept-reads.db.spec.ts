import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReadFailure, type ReadOptions } from '../../data-reader.js';
import { RecordingContext, neverAborted } from '../../testing/index.js';
import { PostgresConnector } from '../postgres-connector.js';
import { type TestDatabase, createTestDatabase } from '../testing/test-database.js';

const COUNT = 'SELECT count(*)::text FROM pg_prepared_statements';
const SQUARE = 'SELECT ($1::int * $1::int)::text';

let database: TestDatabase;
let connector: PostgresConnector;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(`CREATE FUNCTION forget() RETURNS int LANGUAGE plpgsql AS
    $$ BEGIN EXECUTE 'DEALLOCATE ALL'; RETURN 1; END $$`);
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
  it('is parsed once and answers for each read with its values', async () => {
    for (const side of [2, 3, 4]) expect(await read(SQUARE, [side], { keptAs: 'a' })).toBe(String(side * side));
    expect(await read(COUNT)).toBe('1');
  });

  it('is planned for the values of each read, as nothing else is', async () => {
    const mode = "SELECT current_setting('plan_cache_mode')";
    expect(await read(mode, [], { keptAs: 'a' })).toBe('force_custom_plan');
    expect(await read(mode)).toBe('auto');
  });

  it('is parsed anew under another name', async () => {
    await read(SQUARE, [2], { keptAs: 'a' });
    await read(SQUARE, [2], { keptAs: 'b' });
    expect(await read(COUNT)).toBe('2');
  });

  it('makes room for others', async () => {
    for (let name = 0; name < 20; name += 1) await read(SQUARE, [2], { keptAs: String(name) });
    expect(await read(COUNT)).toBe('8');
    expect(await read(SQUARE, [5], { keptAs: '0' })).toBe('25');
  });

  it('is kept no longer once it has failed, and can be read again', async () => {
    const inverse = 'SELECT (12 / $1::int)::text';
    expect(await read(inverse, [3], { keptAs: 'a' })).toBe('4');
    await expect(read(inverse, [0], { keptAs: 'a' })).rejects.toThrow(ReadFailure);
    expect(await read(COUNT)).toBe('0');
    expect(await read(inverse, [4], { keptAs: 'a' })).toBe('3');
  });

  it('is answered where the server has lost it, as it has behind a pooler', async () => {
    await read(SQUARE, [2], { keptAs: 'a' });
    await read('SELECT forget()::text');
    expect(await read(SQUARE, [6], { keptAs: 'a' })).toBe('36');
    expect(await read(SQUARE, [7], { keptAs: 'a' })).toBe('49');
    expect(await read(COUNT)).toBe('0');
  });
});
