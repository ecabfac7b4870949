import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CollectingSink } from '../testing/index.js';
import { errorOf, openDuckdbSession, type OpenedSession } from './testing/open-session.js';

const MEBIBYTE = 1024 * 1024;
/** A text that no page takes, made while the statement runs. */
const TOO_LONG = `repeat('x', ${140 * MEBIBYTE} + (random() * 0)::INT)`;
const NOT_SHOWN = /^Not all of its rows can be shown: A row of the result is larger than 128 MiB as text\. /;

describe('the rows that a write returns', () => {
  let opened: OpenedSession;
  beforeAll(async () => {
    opened = await openDuckdbSession();
    await opened.run('CREATE TABLE t (n INTEGER)');
  });
  afterAll(() => opened.dispose());

  const numbers = async () => (await opened.run('SELECT n FROM t ORDER BY n')).sink.rows.map(([n]) => n);

  it.each<[string, string[], string]>([
    ['alone', [], `INSERT INTO t VALUES (1) RETURNING ${TOO_LONG}`],
    ['in a transaction', ['BEGIN'], `INSERT INTO t VALUES (1) RETURNING ${TOO_LONG}`],
    ['by EXECUTE', [`PREPARE p AS INSERT INTO t VALUES ($1) RETURNING ${TOO_LONG}`], 'EXECUTE p(1)'],
  ])('cannot hide that it is done where they cannot be shown: %s', async (_, before, sql) => {
    for (const text of before) await opened.run(text);
    const { outcome, sink } = await opened.run(sql);
    if (before[0] === 'BEGIN') await opened.run('COMMIT');
    else await opened.run('DEALLOCATE p');
    const rowsCut = expect.stringMatching(NOT_SHOWN) as unknown;
    expect(outcome).toMatchObject({ status: 'succeeded', affectedRows: 1, rowsCut });
    expect(sink.rows).toEqual([]);
    expect(await numbers()).toEqual(['1']);
    await opened.run('DELETE FROM t');
  });

  it('cannot hide that an EXECUTE is done that is cancelled while they travel', async () => {
    await opened.run('PREPARE many AS INSERT INTO t SELECT range FROM range(100000) RETURNING n');
    const [sink, abort] = [new CollectingSink(1_000), new AbortController()];
    const run = opened.session.run('EXECUTE many', sink, abort.signal);
    while (!sink.isPaused) await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    const rowsCut = 'It was stopped while its rows arrived.';
    expect(await run).toMatchObject({ status: 'succeeded', affectedRows: 100_000, rowsCut });
    expect(await numbers()).toHaveLength(100_000);
    await opened.run('DEALLOCATE many');
    await opened.run('DELETE FROM t');
  });

  it('of an EXECUTE that does not exist leave its error as it is, and the transaction open', async () => {
    await opened.run('BEGIN');
    expect(errorOf(await opened.run('EXECUTE nothing')).message).toMatch(/nothing/);
    expect(await opened.session.transaction()).toBe('open');
    await opened.run('ROLLBACK');
  });
});
