import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FILES_DEFAULTS } from '#libs/files';
import type { HealthState } from '#libs/api';
import type { ConnectionConfig } from './connection-config.js';
import { ConnectorSlot } from './connector-slot.js';
import type { PostgresConfig } from './engines/postgres/config.js';
import { PostgresConnector } from './engines/postgres/postgres-connector.js';
import { TestCluster } from './engines/postgres/testing/test-cluster.js';
import { configOf } from './engines/postgres/testing/test-database.js';
import { until } from './engines/testing/index.js';

const MINUTE_MS = 60_000;

/** A slot with a clock that is set by hand. */
function slotOf(config: ConnectionConfig) {
  const states: HealthState[] = [];
  const time = { ms: 0 };
  const slot = new ConnectorSlot(config, {
    now: () => time.ms,
    home: null,
    create: (settings, context) =>
      Promise.resolve(
        new PostgresConnector(settings as PostgresConfig, context, { idleTimeoutMs: 20, probePausesMs: [50] }),
      ),
    onHealthChanged: ({ state }) => states.push(state),
  });
  return { slot, states, time };
}

describe('a Postgres connection that nobody uses', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.create();
    await cluster.start();
  });
  afterAll(() => cluster.dispose());

  it('turns red when its server goes away, and recovers when it is back', async () => {
    const { slot, states, time } = slotOf(configOf(cluster.url));
    expect(slot.health.state).toBe('connecting');
    await slot.check();
    await until('the session is closed', () => slot.health.state === 'idle');
    await cluster.stop();
    await slot.look();
    expect(slot.health.state).toBe('idle');
    time.ms += MINUTE_MS;
    await slot.look();
    expect(slot.health.state).toBe('failed');
    await cluster.start();
    await until('the engine has found the server', () => slot.health.state !== 'failed');
    expect(states.filter((state, index) => state !== states[index - 1]).slice(0, 4)).toEqual([
      ...['connecting', 'healthy', 'idle', 'failed'],
    ]);
    await slot.close();
  });

  it('is looked at without a login while its server listens', async () => {
    const { slot, time } = slotOf(configOf(cluster.url));
    await slot.check();
    await until('the session is closed', () => slot.health.state === 'idle');
    const before = slot.health;
    time.ms += MINUTE_MS;
    await slot.look();
    expect(slot.health).toEqual(before);
    await slot.close();
  });

  it('opens nothing once it is closed', async () => {
    const { slot, states } = slotOf(configOf(cluster.url));
    await slot.close();
    await slot.check();
    await expect(slot.connector()).rejects.toMatchObject({ code: 'connection-unusable' });
    expect(states).toEqual([]);
  });
});

describe('a path that nobody has opened', () => {
  it('is looked at again when its time has come', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'connector-slot-')), 'data');
    const { slot, states, time } = slotOf({
      ...{
        id: 'a',
        name: 'A',
        colour: null,
        readOnly: true,
        writes: 'none',
        statementTimeoutMs: 0,
        autoCommit: true,
        confirmDestructive: true,
        kind: 'files',
        ...FILES_DEFAULTS,
        path: folder,
      },
    });
    await slot.check();
    mkdirSync(folder);
    await slot.look();
    expect(states).toEqual(['failed']);
    time.ms += MINUTE_MS;
    await slot.look();
    rmSync(folder, { recursive: true });
    time.ms += MINUTE_MS;
    await slot.look();
    expect(states).toEqual(['failed', 'idle', 'failed']);
    await slot.close();
  });
});
