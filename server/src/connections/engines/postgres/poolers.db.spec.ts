import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CollectingSink, RecordingContext, neverAborted } from '../testing/index.js';
import { createPostgresConnector } from './index.js';
import { Pooler } from './testing/pooler.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

const SHARES = expect.stringMatching(/^This connection goes through a pooler .*pool_mode = session in pgbouncer\)\.$/);

let database: TestDatabase;
let pooler: Pooler | null = null;
beforeAll(async () => (database = await createTestDatabase()));
afterEach(async () => {
  await pooler?.stop();
  pooler = null;
});
afterAll(() => database.dispose());

const directly = () => createPostgresConnector(database.config, new RecordingContext());
async function through(mode: 'transaction' | 'statement', size?: number) {
  pooler = await Pooler.start(database.config, mode, size);
  const config = { ...database.config, host: '127.0.0.1', port: pooler.port };
  return createPostgresConnector(config, new RecordingContext());
}

describe('a pooler of transactions', () => {
  it.each([1, 4])('with %d sessions is found by a test of the connection', async (size) => {
    const connector = await through('transaction', size);
    expect((await connector.test(neverAborted())).notices).toEqual([SHARES]);
    await connector.close();
  });

  it('is known as soon as the first session is open, and keeps no mark', async () => {
    const connector = await through('transaction', 1);
    const session = await connector.openSession(neverAborted());
    expect(connector.server()?.notices).toEqual([SHARES]);
    const sink = new CollectingSink();
    await session.run("SELECT coalesce(current_setting('workbench.session', true), '')", sink, neverAborted());
    expect(sink.rows).toEqual([['']]);
    await session.release();
    await connector.close();
  });
});

describe('a pooler of statements', () => {
  it('is named in the words of its refusal', async () => {
    const connector = await through('statement');
    const refusal = {
      code: 'connection-unusable',
      message:
        'transaction blocks not allowed in statement pooling mode. Use session pooling (pool_mode = session in pgbouncer).',
    };
    await expect(connector.test(neverAborted())).rejects.toMatchObject(refusal);
    await expect(connector.openSession(neverAborted())).rejects.toMatchObject(refusal);
    await expect(connector.listSchemas(neverAborted())).rejects.toMatchObject(refusal);
    await connector.close();
  });
});

it('a server that is reached directly has no notice, and is asked by one client', async () => {
  const connector = directly();
  expect((await connector.test(neverAborted())).notices).toBeUndefined();
  await connector.close();
});
