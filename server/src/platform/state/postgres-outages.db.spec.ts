import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import pg from 'pg';
import { State } from '../index.js';
import { StallableProxy } from '../testing/stallable-proxy.js';
import { dropStateDatabaseOf, stateDatabaseOf } from '../testing/state-database.js';
import { TestWorkbench } from '../testing/test-workbench.js';
import { eventually } from '../testing/eventually.js';

process.env.TEST_STATE = 'postgres';

@Module({})
class NoFeature {}

/** The key under which units of work take their turn; see `postgres-locks.ts`. */
const WRITER_LOCK = 7_301_002;

describe('the state in Postgres', () => {
  let workbench: TestWorkbench;
  let proxy: StallableProxy;
  let state: State;
  let outside: pg.Client;

  beforeAll(async () => {
    const direct = await TestWorkbench.start({ features: [NoFeature] });
    const { STATE_DATABASE_URL = '' } = await stateDatabaseOf(direct.home);
    const url = new URL(STATE_DATABASE_URL);
    proxy = await StallableProxy.start(url.hostname, Number(url.port));
    outside = new pg.Client({ connectionString: url.href });
    await outside.connect();
    await direct.stop({ keepHome: true });
    url.port = String(proxy.port);
    url.hostname = '127.0.0.1';
    workbench = await TestWorkbench.start({
      features: [NoFeature],
      home: direct.home,
      env: { STATE_DATABASE_URL: url.href },
    });
    state = workbench.app.get(State);
    await state.transaction((manager) => manager.query('CREATE TABLE note (text varchar UNIQUE)'));
  });
  afterAll(async () => {
    await outside.end();
    await workbench.app.close();
    await proxy.stop();
    await dropStateDatabaseOf(workbench.home);
  });

  const save = (text: string) => state.transaction((manager) => manager.query('INSERT INTO note VALUES ($1)', [text]));
  const list = () => state.manager.query('SELECT text FROM note');
  const notes = async () => {
    const { rows } = await outside.query<{ text: string }>('SELECT text FROM note ORDER BY text');
    return rows.map(({ text }) => text);
  };
  const health = async () => {
    const response = await fetch(new URL('/api/health', await workbench.app.getUrl()));
    const { code = 'ok' } = (await response.json()) as { code?: string };
    return [response.status, code, response.headers.get('Retry-After')];
  };
  const timed = async (work: Promise<unknown>): Promise<{ outcome: unknown; seconds: number }> => {
    const begin = performance.now();
    const outcome: unknown = await work.catch((error: unknown) => error);
    return { outcome, seconds: (performance.now() - begin) / 1000 };
  };
  const isBack = () => eventually(health, ([status]) => status === 200);

  it('waits for a slow statement where Postgres does not track what its sessions do', async () => {
    const slow = state.transaction(async (manager) => {
      await manager.query('SET LOCAL track_activities = off');
      return manager.query<unknown[]>('SELECT pg_sleep(3)');
    });
    expect(await slow).toHaveLength(1);
  });

  it('is unavailable within 5 s while the network stalls, for reads, writes and health, and comes back', async () => {
    await save('before');
    proxy.stall();
    const all = await Promise.all([timed(save('lost')), timed(list()), timed(list()), timed(health())]);
    const [saved, listed, again, healthy] = all;
    proxy.resume();
    for (const one of [saved, listed, again]) expect(one.outcome).toMatchObject({ code: 'state-unavailable' });
    expect(healthy.outcome).toEqual([503, 'state-unavailable', '5']);
    expect(Math.max(...all.map(({ seconds }) => seconds))).toBeLessThan(5.5);
    await isBack();
    await save('kept');
    expect(await notes()).toEqual(['before', 'kept']);
  });

  it('answers within 5 s while another process holds the lock of writers, and reads on', async () => {
    // Longer than a result of the health check is kept.
    await wait(1_100);
    await outside.query('BEGIN');
    try {
      await outside.query('SELECT pg_advisory_xact_lock($1)', [WRITER_LOCK]);
      const [saved, healthy] = await Promise.all([timed(save('waits')), timed(health())]);
      expect(saved.outcome).toMatchObject({ code: 'state-unavailable', status: 503, retryAfterS: 5 });
      expect(healthy.outcome).toEqual([503, 'state-unavailable', '5']);
      expect(Math.max(saved.seconds, healthy.seconds)).toBeLessThan(5.5);
      expect(await list()).toEqual([{ text: 'before' }, { text: 'kept' }]);
    } finally {
      await outside.query('ROLLBACK');
    }
    await isBack();
  });

  it('lets a slow statement work', async () => {
    expect(await state.manager.query('SELECT pg_sleep(5)::text AS slept')).toEqual([{ slept: '' }]);
  });

  it('refuses a unit whose statement failed, even if that error is caught', async () => {
    await save('taken');
    const unit = state.transaction(async (manager) => {
      await manager.query('INSERT INTO note VALUES ($1)', ['lost with it']);
      await manager.query('INSERT INTO note VALUES ($1)', ['taken']).catch(() => undefined);
    });
    await expect(unit).rejects.toMatchObject({ code: 'state-unavailable' });
    expect(await notes()).not.toContain('lost with it');
  });

  it('has its own idle transactions ended, and their units refused', async () => {
    const unit = state.transaction(async (manager) => {
      await manager.query('INSERT INTO note VALUES ($1)', ['too late']);
      await wait(7_000);
      await manager.query('SELECT 1');
    });
    await expect(unit).rejects.toMatchObject({ code: 'state-unavailable' });
    expect(await notes()).not.toContain('too late');
    await save('after');
  });

  it('loses nothing that is acknowledged while its connections are cut', async () => {
    const acknowledged: string[] = [];
    const over = new AbortController();
    const cutting = (async () => {
      while (!over.signal.aborted) {
        await outside.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'data-workbench-state' AND datname = current_database()",
        );
        await wait(25);
      }
    })();
    for (let number = 0; number < 100; number += 1) {
      const text = `cut ${number}`;
      await save(text).then(
        () => acknowledged.push(text),
        () => undefined,
      );
    }
    over.abort();
    await cutting;
    const kept = new Set(await notes());
    expect(acknowledged.filter((text) => !kept.has(text))).toEqual([]);
    await isBack();
  });
});
