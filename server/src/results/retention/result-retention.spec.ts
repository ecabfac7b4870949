import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import type { ResultStorage } from '../collector/collector-deps.js';
import { MemoryBudget } from '../collector/memory-budget.js';
import { MAX_PAGE_CHARS } from '../collector/result-page.js';
import { StatementCollector } from '../collector/statement-collector.js';
import { ResultFiles } from '../result-files.js';
import { ResultRetention } from './result-retention.js';
import type { KeptRun } from './result-retention.js';

/** Long enough that what fits in memory is few rows. */
const ROW_CHARS = 4096;

/** A run whose one statement answers with so many characters. */
class OneResult implements KeptRun {
  isOver = false;
  /** What cannot go to disk. */
  textChars = 0;
  readonly collector: StatementCollector;
  private readonly budget = new MemoryBudget(MAX_PAGE_CHARS);

  constructor(
    readonly id: string,
    readonly ownerId: string,
    readonly tabId: string | undefined,
    storage: ResultStorage,
  ) {
    const events = { firstRows: () => undefined, firstPage: () => undefined, spoolFailed: () => undefined };
    const statement = { sql: 'SELECT 1', start: 0 };
    this.collector = new StatementCollector(0, statement, this.budget, storage, events, () => 0);
  }

  get heldChars(): number {
    return this.textChars + this.budget.heldChars;
  }

  get spooledBytes(): number {
    return this.collector.spooledBytes;
  }

  async answer(chars: number, rowChars = ROW_CHARS): Promise<void> {
    this.collector.begin();
    this.collector.columns([{ name: 'a', type: 'text', kind: 'text', table: null }]);
    for (let left = chars; left > 0; left -= rowChars) this.collector.row(['x'.repeat(Math.min(left, rowChars))]);
    await this.collector.end({ status: 'succeeded', command: 'SELECT', affectedRows: null });
    this.isOver = true;
  }

  moveToDisk(): Promise<void> {
    return this.collector.moveToDisk();
  }

  discard(): Promise<void> {
    return this.collector.discard();
  }
}

describe('ResultRetention', () => {
  let home: string;
  let nowMs = 0;
  const clock = Object.assign(new Clock(), { now: () => nowMs });
  let files: ResultFiles;
  let retention: ResultRetention<OneResult>;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'retention-'));
    open({});
  });
  afterEach(async () => {
    await retention.close();
    rmSync(home, { recursive: true });
  });

  async function finished(id: string, chars: number, ownerId = 'local', tabId?: string): Promise<OneResult> {
    const run = new OneResult(id, ownerId, tabId, files.storageOf({ id, ownerId, dialect: 'postgres' }, 0));
    retention.add(run);
    await run.answer(chars);
    retention.finished(run);
    await retention.relieveMemory(run);
    return run;
  }

  function open(limits: Partial<WorkbenchConfig>): void {
    const config = {
      home,
      resultMaxBytes: 1e9,
      personResultsMaxBytes: 1e9,
      resultsMaxBytes: 1e9,
      resultTtlHours: 24,
      ...limits,
    };
    files = new ResultFiles(config as WorkbenchConfig);
    retention = new ResultRetention(config as WorkbenchConfig, clock, files);
    retention.open();
  }

  const keptIds = () => retention.all().map(({ id }) => id);

  it('removes what a process that was killed has left in its folder', () => {
    writeFileSync(join(home, 'results', 'old-0.ndjson'), '');
    writeFileSync(join(home, 'results', 'readme.txt'), '');
    retention.open();
    expect(existsSync(join(home, 'results', 'old-0.ndjson'))).toBe(false);
    expect(existsSync(join(home, 'results', 'readme.txt'))).toBe(true);
  });

  it('forgets the oldest of more than two hundred runs', async () => {
    for (let index = 0; index < 202; index += 1) await finished(String(index), 1);
    expect(keptIds()).toHaveLength(200);
    expect(keptIds().at(-1)).toBe('2');
    expect(() => retention.get('0')).toThrow(expect.objectContaining({ code: 'run-not-found' }));
  });

  it('moves old runs that hold too much memory to disk, but never the newest, and reads them there', async () => {
    for (const id of ['a', 'b', 'c']) await finished(id, 25 * 1024 * 1024);
    expect(keptIds()).toEqual(['c', 'b', 'a']);
    expect(retention.all().map(({ spooledBytes }) => spooledBytes > 0)).toEqual([false, false, true]);
    const { rows, row_count: count } = await retention.get('a').collector.page(6000, 200);
    expect([rows.length, rows[0]?.[0]?.length, count]).toEqual([200, ROW_CHARS, 6400]);
  });

  it('forgets the oldest runs of the person whose first pages hold too much memory', async () => {
    await finished('hers', 1, 'bob');
    const made = ['a', 'b', 'c', 'd'].map(
      (id) => new OneResult(id, 'ann', undefined, files.storageOf({ id, ownerId: 'ann', dialect: 'postgres' }, 0)),
    );
    for (const run of made) {
      retention.add(run);
      await run.answer(60 * 1024 * 1024, 60 * 1024 * 1024);
    }
    // They end together: one look at the memory has to be enough for all.
    for (const run of made) retention.finished(run);
    await Promise.all(made.map((run) => retention.relieveMemory(run)));
    expect(keptIds()).toHaveLength(3);
    expect(keptIds()).toContain('hers');
  });

  it('forgets runs of who holds the most in finished ones, whatever runs', async () => {
    const running = new OneResult(
      'r',
      'bob',
      undefined,
      files.storageOf({ id: 'r', ownerId: 'bob', dialect: 'duckdb' }, 0),
    );
    retention.add(running);
    await running.answer(60 * 1024 * 1024, 60 * 1024 * 1024);
    running.isOver = false;
    running.textChars = 1_000_000_000;
    const made = ['a', 'b', 'c'].map(
      (id) => new OneResult(id, 'ann', undefined, files.storageOf({ id, ownerId: 'ann', dialect: 'postgres' }, 0)),
    );
    for (const run of made) {
      retention.add(run);
      run.textChars = 50 * 1024 * 1024;
      await run.answer(1);
      retention.finished(run);
    }
    await Promise.all(made.map((run) => retention.relieveMemory(run)));
    expect(keptIds()).toEqual(['c', 'b', 'r']);
  });

  it('forgets of two hundred runs of one person none of another one', async () => {
    await finished('hers', 1, 'ann');
    for (let index = 0; index < 205; index += 1) await finished(String(index), 1, 'mallory');
    expect(keptIds()).toHaveLength(201);
    expect(keptIds().at(-1)).toBe('hers');
  });

  it('keeps what a tab shows longer than what no tab shows', async () => {
    await finished('old', 1, 'ann', 'tab');
    await finished('shown', 1, 'ann', 'tab');
    for (let index = 0; index < 199; index += 1) await finished(String(index), 1, 'ann');
    expect([keptIds().includes('old'), keptIds().includes('shown')]).toEqual([false, true]);
  });

  it('lets results of the same person go, and refuses rather than take those of another one', async () => {
    open({ resultMaxBytes: 50_000_000, personResultsMaxBytes: 90_000_000, resultsMaxBytes: 130_000_000 });
    await finished('hers', 40 * 1024 * 1024, 'ann');
    for (const id of ['a', 'b', 'c']) await finished(id, 40 * 1024 * 1024, 'mallory');
    expect(keptIds()).toEqual(['c', 'b', 'hers']);
    const refused = await finished('his', 40 * 1024 * 1024, 'bob');
    expect(refused.collector.spoolError).toMatchObject({ kind: 'total' });
    expect(keptIds()).toEqual(['his', 'c', 'b', 'hers']);
  });

  it('refuses a person whose tabs show as much as one person may keep', async () => {
    open({ resultMaxBytes: 50_000_000, personResultsMaxBytes: 90_000_000 });
    for (const id of ['a', 'b']) await finished(id, 40 * 1024 * 1024, 'ann', `tab-${id}`);
    const refused = await finished('c', 40 * 1024 * 1024, 'ann', 'tab-c');
    expect(refused.collector.spoolError).toMatchObject({ kind: 'person', maxBytes: 90_000_000 });
    expect(keptIds()).toEqual(['c', 'b', 'a']);
  });

  it('forgets what nobody has read for as long as results are kept', async () => {
    for (const id of ['a', 'b']) await finished(id, 1);
    nowMs += 23 * 3_600_000;
    retention.get('a');
    nowMs += 3_600_000;
    await retention.expire();
    expect(keptIds()).toEqual(['a']);
  });

  it('lets the oldest results go for the rows of a new one, and never one that still runs', async () => {
    open({ resultMaxBytes: 50_000_000, resultsMaxBytes: 100_000_000 });
    for (const id of ['a', 'b', 'c']) await finished(id, 40 * 1024 * 1024);
    expect(keptIds()).toEqual(['c', 'b']);
    expect(readdirSync(join(home, 'results')).filter((name) => name.endsWith('.ndjson'))).toEqual([
      'b-0.ndjson',
      'c-0.ndjson',
    ]);
    expect(files.usedBytes).toBeLessThan(100_000_000);
  });

  it('leaves nothing on disk when it is closed', async () => {
    await finished('a', 40 * 1024 * 1024);
    await retention.close();
    expect(readdirSync(join(home, 'results')).filter((name) => name !== 'spill')).toEqual([]);
    expect(files.usedBytes).toBe(0);
  });
});
