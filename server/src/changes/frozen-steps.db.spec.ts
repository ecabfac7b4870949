import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import { LOCAL_ACTOR } from '#libs/access';
import { ConnectionsQueries } from '../connections/index.js';
import type { Connector } from '../connections/engines/connector.js';
import { CollectingSink, neverAborted } from '../connections/engines/testing/index.js';
import { casesOf } from '../faults/testing/rounds.js';
import { errorCode, listChildren } from '../platform/index.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { ChangesModule } from './changes.module.js';
import { ChangeApplier } from './change-applier.service.js';
import { ChangesCaller, editsOf } from './testing/changes-caller.js';
import { ChangeTransaction } from './work/change-transaction.js';

type Engine = 'sqlite' | 'duckdb';
type Moment = 'before its first statement' | 'between its edits' | 'before its commit' | 'after its commit';

/** The statement timeout, what an engine is given to stop, and room for a busy machine. */
const TIMEOUT_MS = 2_000;
const ANSWER_MS = 30_000;
const CONNECTIONS = { sqlite: 'lite', duckdb: 'duck' } as const;

const { update } = editsOf('counted', 'main');
const edits = (from: number, to: number) =>
  ['1', '2', '3'].map((id) => update({ id }, { n: String(from) }, { n: String(to) }));

let folder: string;
let workbench: TestWorkbench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frozen-steps-'));
  const file = new DatabaseSync(join(folder, 'some.sqlite'));
  file.exec('CREATE TABLE other (id INTEGER PRIMARY KEY)');
  file.close();
  const connections = `connections:
  - { id: lite, name: Lite, kind: files, path: ${join(folder, 'some.sqlite')}, read_only: false, statement_timeout_ms: ${TIMEOUT_MS} }
  - { id: duck, name: Duck, kind: duckdb, path: ${join(folder, 'some.duckdb')}, statement_timeout_ms: ${TIMEOUT_MS} }
`;
  workbench = await TestWorkbench.start({ features: [ChangesModule], connections });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await workbench.stop();
  rmSync(folder, { recursive: true });
});

async function execute(engine: Engine, ...statements: readonly string[]): Promise<unknown[]> {
  const queries = workbench.app.get(ConnectionsQueries);
  const connector = (await queries.connector(LOCAL_ACTOR, CONNECTIONS[engine])) as Connector;
  const session = await connector.openSession(neverAborted());
  const sink = new CollectingSink();
  try {
    for (const sql of statements) {
      const outcome = await session.run(sql, sink, neverAborted());
      if (outcome.status !== 'succeeded') throw new Error(JSON.stringify(outcome));
    }
    return sink.rows.flat();
  } finally {
    await session.release();
  }
}

async function signalEngine(engine: Engine, signal: NodeJS.Signals): Promise<void> {
  for (const child of await listChildren()) {
    if (child.engine !== engine) continue;
    try {
      process.kill(child.pid, signal);
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  }
}

/** Freezes the engine once, at a moment of the next transaction; for so long, or for good. */
function freezeAt(engine: Engine, moment: Moment, thawsAfterMs: number | null): void {
  const freeze = async (): Promise<void> => {
    await signalEngine(engine, 'SIGSTOP');
    if (thawsAfterMs !== null) setTimeout(() => void signalEngine(engine, 'SIGCONT'), thawsAfterMs);
  };
  const { prototype } = ChangeTransaction;
  if (moment === 'before its first statement') {
    const spy = jest.spyOn(prototype, 'ask').mockImplementation(async function (this: ChangeTransaction, sql) {
      spy.mockRestore();
      await freeze();
      return this.ask(sql);
    });
  } else if (moment === 'between its edits') {
    const spy = jest.spyOn(prototype, 'runAll').mockImplementation(async function (this: ChangeTransaction, some) {
      spy.mockRestore();
      await freeze();
      return this.runAll(some);
    });
  } else {
    const spy = jest.spyOn(prototype, 'commitIsRefused').mockImplementation(async function (this: ChangeTransaction) {
      spy.mockRestore();
      if (moment === 'before its commit') await freeze();
      const isRefused = await this.commitIsRefused();
      if (moment === 'before its commit') return isRefused;
      await freeze();
      throw new Error('The answer was lost.');
    });
  }
}

async function settled(caller: ChangesCaller, id: string): Promise<ChangeSetDetails> {
  for (;;) {
    const change = await caller.ask<ChangeSetDetails>('GET', `/api/changes/${id}`);
    if (!change.is_uncertain) return change;
    await workbench.app.get(ChangeApplier).settleAll();
    await wait(100);
  }
}

const cases = (['sqlite', 'duckdb'] as const).flatMap((engine) =>
  (['before its first statement', 'between its edits', 'before its commit', 'after its commit'] as const).flatMap(
    (moment) => ([300, null] as const).map((thawsAfterMs) => ({ engine, moment, thawsAfterMs })),
  ),
);

describe('an engine process that is frozen', () => {
  it.each(casesOf(cases, 7, 5))(
    'in $engine $moment leaves all or nothing, and its connection works again (thaws after $thawsAfterMs ms)',
    async ({ engine, moment, thawsAfterMs }) => {
      const caller = new ChangesCaller(workbench, CONNECTIONS[engine]);
      await execute(
        engine,
        'CREATE TABLE counted (id INTEGER PRIMARY KEY, n INTEGER)',
        'INSERT INTO counted VALUES (1, 0), (2, 0), (3, 0)',
      );
      const read = () => execute(engine, 'SELECT DISTINCT n FROM counted');
      // The process that is about to be ended may still take the first query.
      const numbers = () => read().catch(read);
      let change = await caller.create(edits(0, 1));
      if (!moment.endsWith('commit')) {
        freezeAt(engine, moment, thawsAfterMs);
        const startedAtMs = performance.now();
        await caller.send('POST', `/api/changes/${change.id}/rehearse`);
        expect(performance.now() - startedAtMs).toBeLessThan(ANSWER_MS);
        jest.restoreAllMocks();
        expect(await numbers()).toEqual(['0']);
      }
      for (const [n, next] of [
        [0, 1],
        [1, 0],
      ] as const) {
        change = await caller.step(change.id, 'rehearse');
        expect(change.rehearsal?.status).toBe('ready');
        freezeAt(engine, moment, thawsAfterMs);
        const startedAtMs = performance.now();
        const { status } = await caller.apply(change);
        expect(performance.now() - startedAtMs).toBeLessThan(ANSWER_MS);
        jest.restoreAllMocks();
        change = await settled(caller, change.id);
        const isApplied = change.state === 'applied';
        if (thawsAfterMs !== null || moment === 'after its commit') expect(isApplied).toBe(true);
        if (status === 200) expect(isApplied).toBe(true);
        expect(await numbers()).toEqual([String(isApplied ? next : n)]);
        if (!isApplied) {
          const again = await caller.apply(await caller.step(change.id, 'rehearse'));
          expect([again.status, again.body.state]).toEqual([200, 'applied']);
          expect(await numbers()).toEqual([String(next)]);
        }
        if (next === 1) change = await caller.step(change.id, 'undo');
      }
    },
  );
});
