import { LOCAL_ACTOR } from '#libs/access';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResultSink, Session } from '../connections/index.js';
import { Clock } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { ActiveRun } from './active-run.js';
import type { SessionSource } from './active-run.js';
import type { ResultSpool } from './spool/result-spool.js';
import { RunStore } from './run-store.js';
import { SpoolOrders } from './sorting/spool-orders.js';

/** Long enough that what fits in memory is few rows. */
const ROW_CHARS = 4096;

/** A source whose statements answer with so many characters. */
function answering(chars: number): SessionSource {
  const session: Session = {
    run: (_sql: string, sink: ResultSink) => {
      sink.columns([{ name: 'a', type: 'text', kind: 'text', table: null }]);
      for (let left = chars; left > 0; left -= ROW_CHARS) sink.row(['x'.repeat(Math.min(left, ROW_CHARS))]);
      return Promise.resolve({ status: 'succeeded', command: 'SELECT', affectedRows: null });
    },
    transaction: () => Promise.resolve('none' as const),
    isLost: () => false,
    release: () => Promise.resolve(),
  };
  return { openSession: () => Promise.resolve(session) };
}

describe('RunStore', () => {
  let home: string;
  let nowMs = 0;
  const clock = Object.assign(new Clock(), { now: () => nowMs });
  let store: RunStore;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'run-store-'));
    store = storeOf({});
  });
  afterEach(async () => {
    await store.close();
    rmSync(home, { recursive: true });
  });

  async function finished(id: string, chars: number, userId = LOCAL_ACTOR.userId, tabId?: string): Promise<ActiveRun> {
    const surroundings = {
      ...{
        id,
        actor: { ...LOCAL_ACTOR, userId },
        tabId,
        connectionId: 'c',
        isReadOnly: true,
        connectionName: 'C',
        dialect: 'postgres' as const,
        sql: 'SELECT 1',
        startedAt: '2026-01-01T00:00:00.000Z',
      },
      ...{
        monotonicMs: () => 0,
        openSpool: () => store.openSpool({ runId: id, ownerId: userId }, 0, [], 'postgres'),
        openOrders: (spool: ResultSpool) => new SpoolOrders(spool),
        memoryChars: 32 * 1024 * 1024,
      },
    };
    const run = new ActiveRun(surroundings, [{ sql: 'SELECT 1', start: 0, end: 8 }]);
    store.add(run);
    await run.execute(answering(chars));
    store.finished(run);
    await store.relieveMemory(run);
    return run;
  }

  function storeOf(limits: Partial<WorkbenchConfig>): RunStore {
    const config = {
      home,
      resultMaxBytes: 1e9,
      personResultsMaxBytes: 1e9,
      resultsMaxBytes: 1e9,
      resultTtlHours: 24,
      ...limits,
    };
    return new RunStore(config as WorkbenchConfig, clock);
  }

  const keptIds = () => store.all().map(({ id }) => id);

  it('removes what a process that was killed has left in its folder', () => {
    mkdirSync(join(home, 'results'));
    writeFileSync(join(home, 'results', 'old-0.ndjson'), '');
    writeFileSync(join(home, 'results', 'readme.txt'), '');
    store.open();
    expect(existsSync(join(home, 'results', 'old-0.ndjson'))).toBe(false);
    expect(existsSync(join(home, 'results', 'readme.txt'))).toBe(true);
  });

  it('forgets the oldest of more than two hundred runs', async () => {
    store.open();
    for (let index = 0; index < 202; index += 1) await finished(String(index), 1);
    expect(keptIds()).toHaveLength(200);
    expect(keptIds().at(-1)).toBe('2');
    expect(() => store.get('0')).toThrow(expect.objectContaining({ code: 'run-not-found' }));
  });

  it('moves old runs that hold too much memory to disk, but never the newest, and reads them there', async () => {
    store.open();
    for (const id of ['a', 'b', 'c']) await finished(id, 25 * 1024 * 1024);
    expect(keptIds()).toEqual(['c', 'b', 'a']);
    expect(store.all().map(({ spooledBytes }) => spooledBytes > 0)).toEqual([false, false, true]);
    const { rows, row_count: count } = await store.statement('a', 0).page(6000, 200);
    expect([rows.length, rows[0]?.[0]?.length, count]).toEqual([200, ROW_CHARS, 6400]);
  });

  it('forgets of two hundred runs of one person none of another one', async () => {
    store.open();
    await finished('hers', 1, 'ann');
    for (let index = 0; index < 205; index += 1) await finished(String(index), 1, 'mallory');
    expect(keptIds()).toHaveLength(201);
    expect(keptIds().at(-1)).toBe('hers');
  });

  it('keeps what a tab shows longer than what no tab shows', async () => {
    store.open();
    await finished('old', 1, 'ann', 'tab');
    await finished('shown', 1, 'ann', 'tab');
    for (let index = 0; index < 199; index += 1) await finished(String(index), 1, 'ann');
    expect([keptIds().includes('old'), keptIds().includes('shown')]).toEqual([false, true]);
  });

  it('lets results of the same person go, and refuses rather than take those of another one', async () => {
    store = storeOf({ resultMaxBytes: 50_000_000, personResultsMaxBytes: 90_000_000, resultsMaxBytes: 130_000_000 });
    store.open();
    await finished('hers', 40 * 1024 * 1024, 'ann');
    for (const id of ['a', 'b', 'c']) await finished(id, 40 * 1024 * 1024, 'mallory');
    expect(keptIds()).toEqual(['c', 'b', 'hers']);
    const refused = await finished('his', 40 * 1024 * 1024, 'bob');
    expect(refused.statements[0]?.spoolError).toMatchObject({ kind: 'total' });
    expect(keptIds()).toEqual(['his', 'c', 'b', 'hers']);
  });

  it('refuses a person whose tabs show as much as one person may keep', async () => {
    store = storeOf({ resultMaxBytes: 50_000_000, personResultsMaxBytes: 90_000_000 });
    store.open();
    for (const id of ['a', 'b']) await finished(id, 40 * 1024 * 1024, 'ann', `tab-${id}`);
    const refused = await finished('c', 40 * 1024 * 1024, 'ann', 'tab-c');
    expect(refused.statements[0]?.spoolError).toMatchObject({ kind: 'person', maxBytes: 90_000_000 });
    expect(keptIds()).toEqual(['c', 'b', 'a']);
  });

  it('forgets what nobody has read for as long as results are kept', async () => {
    store.open();
    for (const id of ['a', 'b']) await finished(id, 1);
    nowMs += 23 * 3_600_000;
    store.get('a');
    nowMs += 3_600_000;
    await store.expire();
    expect(keptIds()).toEqual(['a']);
  });

  it('lets the oldest results go for the rows of a new one, and never one that still runs', async () => {
    store = storeOf({ resultMaxBytes: 50_000_000, resultsMaxBytes: 100_000_000 });
    store.open();
    for (const id of ['a', 'b', 'c']) await finished(id, 40 * 1024 * 1024);
    expect(keptIds()).toEqual(['c', 'b']);
    expect(readdirSync(join(home, 'results')).filter((name) => name.endsWith('.ndjson'))).toEqual([
      'b-0.ndjson',
      'c-0.ndjson',
    ]);
    expect(store.spooledBytes).toBeLessThan(100_000_000);
  });

  it('leaves nothing on disk when it is closed', async () => {
    store.open();
    await finished('a', 40 * 1024 * 1024);
    await store.close();
    expect(readdirSync(join(home, 'results')).filter((name) => name !== 'spill')).toEqual([]);
    expect(store.spooledBytes).toBe(0);
  });
});
