import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Run, StatementEditability } from '#libs/api';
import { TestCluster } from '../connections/engines/postgres/testing/test-cluster.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { StudioModule } from '../studio/index.js';
import { ChangesModule } from './changes.module.js';
import { ChangesCaller, editsOf } from './testing/changes-caller.js';

const TABLE = 'CREATE TABLE kept (id integer PRIMARY KEY, v text); INSERT INTO kept VALUES (1, $$old$$);';
const edit = editsOf('kept').update({ id: '1' }, { v: 'old' }, { v: 'new' });

describe.each([
  {
    server: 'a standby',
    change: standBy,
    reason: 'The server is a standby, which allows no writes.',
  },
  {
    server: 'a server that is read-only by default',
    change: (cluster: TestCluster) => execute(cluster, 'ALTER ROLE postgres SET default_transaction_read_only = on'),
    reason: 'Transactions are read-only here by default (default_transaction_read_only).',
  },
])('$server', ({ change, reason }) => {
  let cluster: TestCluster;
  let workbench: TestWorkbench;
  let caller: ChangesCaller;
  beforeAll(async () => {
    cluster = await TestCluster.create();
    await cluster.start();
    await execute(cluster, TABLE);
    await change(cluster);
    const { hostname, port, username, password } = new URL(cluster.url);
    const connections = `connections:
  - { id: pg, name: Other, kind: postgres, host: ${hostname}, port: ${port}, database: postgres, user: ${username}, password: ${password} }
`;
    workbench = await TestWorkbench.start({ features: [StudioModule, ChangesModule], connections });
    caller = new ChangesCaller(workbench, 'pg');
  }, 60_000);
  afterAll(async () => {
    await workbench.stop();
    await cluster.dispose();
  });

  it('is read, and says why its rows are not edited', async () => {
    const sql = 'SELECT * FROM kept';
    let run = await caller.ask<Run>('POST', '/api/studio/runs', { connection_id: 'pg', sql });
    while (run.status === 'running') run = await caller.ask<Run>('GET', `/api/studio/runs/${run.id}`);
    expect(run).toMatchObject({ status: 'succeeded', statements: [{ rows: [['1', 'old']] }] });
    const { editable } = await caller.ask<StatementEditability>(
      'GET',
      `/api/studio/runs/${run.id}/statements/0/editable`,
    );
    expect(editable).toEqual({ reason });
  });

  it('has changes refused as such, in its own words', async () => {
    const made = await caller.send<{ id: string }>('POST', '/api/changes', { connection_id: 'pg', items: [edit] });
    expect(made.status).toBe(201);
    const { status, body } = await caller.send<object>('POST', `/api/changes/${made.body.id}/rehearse`);
    expect([status, body]).toEqual([
      422,
      expect.objectContaining({
        title: 'The connection does not allow writes',
        detail: expect.stringMatching(/^The server allows no writes: .*read-only/) as unknown,
      }),
    ]);
  });
});

/** Starts the server again as one that follows another, which it never hears of. */
async function standBy(cluster: TestCluster): Promise<void> {
  await cluster.stop();
  const signal = join(cluster.dataFolder, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(cluster.dataFolder);
  await chown(signal, uid, gid);
  await cluster.start();
}

async function execute(cluster: TestCluster, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
