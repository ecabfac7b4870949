import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Session, StatementOutcome } from '../../connections/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { ResultFiles } from '../../results/index.js';
import { ActiveRun } from './active-run.js';
import type { RunStatement } from './run-statements.js';

const DONE: StatementOutcome = { status: 'succeeded', command: 'SELECT', affectedRows: null };

const COLUMN = { name: 'n', type: 'text', kind: 'text', table: null } as const;

describe('a run', () => {
  let home: string;
  let files: ResultFiles;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'active-run-'));
    const bytes = 1_000_000_000;
    const limits = { resultMaxBytes: bytes, personResultsMaxBytes: bytes, resultsMaxBytes: bytes };
    files = new ResultFiles({ home, ...limits } as WorkbenchConfig);
    files.open();
  });
  afterEach(async () => {
    await files.close();
    rmSync(home, { recursive: true });
  });

  it.each([
    ['before its rows', 0],
    ['among its rows', 200],
    ['among rows on disk', 20_000],
  ])('whose session throws %s fails, runs nothing behind it, and gives the session back', async (_, rows) => {
    const released = Promise.withResolvers<undefined>();
    const ran: string[] = [];
    const session: Session = {
      run: async (sql, sink) => {
        ran.push(sql);
        if (sql !== 'SELECT 2') return DONE;
        sink.columns([COLUMN]);
        for (let row = 0; row < rows; row += 1) if (!sink.row([String(row)])) await sink.drained();
        throw new RangeError('Invalid array length');
      },
      transaction: () => Promise.resolve('none'),
      isLost: () => false,
      release: () => {
        released.resolve(undefined);
        return Promise.resolve();
      },
    };
    const run = runOf(['SELECT 1', 'SELECT 2', 'SELECT 3']);
    await run.execute({ openSession: () => Promise.resolve(session) });
    expect([run.status, run.error?.message]).toEqual(['failed', 'An error in the workbench ended the run.']);
    expect(run.fault).toBeInstanceOf(RangeError);
    expect(run.statements.map(({ status }) => status)).toEqual(['succeeded', 'failed', 'not_run']);
    expect(ran).toEqual(['SELECT 1', 'SELECT 2']);
    expect(run.progress().statements[1]).toMatchObject({ complete: true });
    await released.promise;
    await run.discard();
  });

  it('counts its text, its values, and the columns of its results once', async () => {
    const columns = () => Array.from({ length: 1600 }, (_, at) => ({ ...COLUMN, name: `column ${at}` }));
    const session: Session = {
      run: (_sql, sink) => {
        sink.columns(columns());
        sink.sources?.({ columns: columns().map(({ name }) => ({ relation: '1', attribute: name })), ownSettings: [] });
        return Promise.resolve(DONE);
      },
      transaction: () => Promise.resolve('none'),
      isLost: () => false,
      release: () => Promise.resolve(),
    };
    const value = { name: 'v', text: 'x'.repeat(2_000_000), type: null };
    const binding = { sql: 'SELECT $1', values: [value], writtenPosition: (at: number) => at };
    const texts = [`SELECT '${'x'.repeat(1_000_000)}'`, ...Array<string>(2000).fill('SELECT 1')];
    const run = runOf(texts, { binding });
    const heldBefore = run.heldChars;
    await run.execute({ openSession: () => Promise.resolve(session) });
    expect(run.statements.at(-1)?.resultColumns).toEqual(columns());
    expect(run.statements.at(-1)?.resultColumns).toBe(run.statements[0]?.resultColumns);
    expect(run.statements.at(-1)?.origins?.columns).toBe(run.statements[0]?.origins?.columns);
    expect(heldBefore).toBeGreaterThan(5_000_000);
    expect(heldBefore).toBeLessThan(6_000_000);
    expect(run.heldChars - heldBefore).toBeGreaterThan(100_000);
    expect(run.heldChars - heldBefore).toBeLessThan(1_000_000);
    await run.discard();
  });

  function runOf(texts: readonly string[], bound: Pick<RunStatement, 'binding'> = {}): ActiveRun {
    const [id, dialect] = ['r', 'postgres'] as const;
    const context = {
      ...{ id, dialect, actor: LOCAL_ACTOR, connectionId: 'shop', connectionName: 'Shop', isReadOnly: false },
      ...{ sql: texts.join(';'), startedAt: '2026-05-20T05:00:00.000Z', monotonicMs: () => 0, memoryChars: 1_000_000 },
      storageOf: (at: number) => files.storageOf({ id, ownerId: 'ann', dialect }, at),
    };
    return new ActiveRun(
      context,
      texts.map((sql, at) => ({ sql, start: at * 9, end: at * 9 + 8, ...bound })),
    );
  }
});
