import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResultColumn } from '#libs/api';
import type { StatementOutcome } from '../../connections/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { ResultFiles } from '../result-files.js';
import { MemoryBudget } from './memory-budget.js';
import { MAX_PAGE_CHARS } from './result-page.js';
import { StatementCollector } from './statement-collector.js';

const COLUMN: ResultColumn = { name: 'a', type: 'text', kind: 'text', table: null };
const EVENTS = { firstRows: () => undefined, firstPage: () => undefined, spoolFailed: () => undefined };
/** More than stay in memory, and no whole number of blocks, so that the last rows are written at the end. */
const ROWS = 10_050;
const ROW_BYTES = '["1000000"]\n'.length;

describe('a statement', () => {
  let home: string;
  let files: ResultFiles;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'collector-'));
  });
  afterEach(async () => {
    await files.close();
    rmSync(home, { recursive: true });
  });

  async function ended(maxBytes: number, outcome: StatementOutcome, rows = ROWS) {
    const limits = { resultMaxBytes: maxBytes, personResultsMaxBytes: maxBytes, resultsMaxBytes: maxBytes };
    files = new ResultFiles({ home, ...limits } as WorkbenchConfig);
    files.open();
    const storage = files.storageOf({ id: 'r', ownerId: 'ann', dialect: 'postgres' }, 0);
    const statement = { sql: 'INSERT', start: 0 };
    const collector = new StatementCollector(0, statement, new MemoryBudget(MAX_PAGE_CHARS), storage, EVENTS, () => 0);
    collector.begin();
    collector.columns([COLUMN]);
    for (let row = 0; row < rows; row += 1) {
      if (!collector.row([String(1_000_000 + row)])) await collector.drained();
    }
    await collector.end(outcome);
    return collector;
  }

  it.each<[string, StatementOutcome, object]>([
    [
      'what it changed, where the database has carried it out',
      { status: 'succeeded', command: 'INSERT', affectedRows: ROWS },
      {
        ...{ status: 'failed', command: 'INSERT', affected_rows: ROWS, row_count: 10_000 },
        error: {
          message: expect.stringMatching(/^The statement was carried out\. .* Its first 10,000 rows can be read\.$/),
          hint: 'Its changes are made: running it again makes them again.',
        },
      },
    ],
    [
      'what was read, where the database has carried it out',
      { status: 'succeeded', command: 'SELECT', affectedRows: null },
      {
        ...{ status: 'failed', command: 'SELECT', affected_rows: null, row_count: 10_000 },
        error: {
          message: expect.stringMatching(/^The statement was carried out\. /),
          hint: expect.stringMatching(/LIMIT/),
        },
      },
    ],
    [
      'no change, where it was cancelled',
      { status: 'cancelled' },
      {
        ...{ status: 'failed', command: null, affected_rows: null, row_count: 10_000 },
        error: { message: expect.stringMatching(/^Your results have reached|^The result has reached/) },
      },
    ],
  ])('whose last rows have no room reports %s', async (_, outcome, expected) => {
    const collector = await ended(ROWS * ROW_BYTES - 1, outcome);
    expect(collector.progress()).toMatchObject(expected);
  });

  const STOPPED = 'It was stopped while its rows arrived.';
  it.each<[string, number, StatementOutcome, object]>([
    [
      'a write in memory',
      3,
      { status: 'succeeded', command: 'INSERT', affectedRows: 9, rowsCut: STOPPED },
      {
        ...{ status: 'failed', command: 'INSERT', affected_rows: 9, row_count: 3 },
        error: {
          message: `The statement was carried out. ${STOPPED} Its first 3 rows can be read.`,
          hint: 'Its changes are made: running it again makes them again.',
        },
      },
    ],
    [
      'a query on disk that may have written',
      ROWS,
      { status: 'succeeded', command: 'SELECT', affectedRows: null, rowsCut: STOPPED },
      {
        ...{ status: 'failed', command: 'SELECT', affected_rows: null, row_count: ROWS },
        error: {
          message: `The statement was carried out. ${STOPPED} Its first 10,050 rows can be read.`,
          hint: 'If the statement writes, its changes are made: running it again makes them again.',
        },
      },
    ],
  ])('says that rows are missing of %s', async (_, rows, outcome, expected) => {
    const collector = await ended(1_000_000_000, outcome, rows);
    expect(collector.progress()).toMatchObject(expected);
  });

  it('takes dates for texts where its session prints them in a way of its own, and says so', async () => {
    const style = { resultMaxBytes: 1e6, personResultsMaxBytes: 1e6, resultsMaxBytes: 1e6 };
    files = new ResultFiles({ home, ...style } as WorkbenchConfig);
    files.open();
    const storage = files.storageOf({ id: 'r', ownerId: 'ann', dialect: 'postgres' }, 0);
    const statement = { sql: 'SELECT', start: 0 };
    const collector = new StatementCollector(0, statement, new MemoryBudget(MAX_PAGE_CHARS), storage, EVENTS, () => 0);
    collector.begin();
    collector.sources({ columns: [null], ownSettings: ['DateStyle'] });
    collector.columns([{ name: 'd', type: 'date', kind: 'date', table: null }]);
    for (const day of ['31/01/2024', '01/02/2024', '15/01/2024']) collector.row([day]);
    await collector.end({ status: 'succeeded', command: 'SELECT', affectedRows: null });
    expect(collector.resultColumns?.map(({ type, kind }) => [type, kind])).toEqual([['date', 'other']]);
    expect(collector.json().head).toContain('DateStyle was changed in this session');
  });
});
