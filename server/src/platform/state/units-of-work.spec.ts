import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type Database from 'better-sqlite3';
import { EventBus, State } from '../index.js';
import { TestWorkbench } from '../testing/test-workbench.js';
import { DriverFaults } from './testing/driver-faults.js';
import type { DriverFault } from './testing/driver-faults.js';
import { readInSecondProcess } from './testing/second-process.js';

@Module({})
class NoFeature {}

const CODES = ['FULL', 'IOERR_WRITE', 'BUSY', 'LOCKED', 'NOMEM', 'INTERRUPT', 'CORRUPT', 'READONLY'];
const STEPS = ['BEGIN', 'INSERT', 'SAVEPOINT', 'RELEASE', 'ROLLBACK', 'COMMIT'];

/** What one unit of work does, and what goes wrong meanwhile. */
interface Unit {
  readonly writes: number;
  readonly nested: 'none' | 'unit' | 'savepoint' | 'refused savepoint';
  /** Whether an error of a statement is caught and the work goes on. */
  readonly carriesOn: boolean;
  readonly isRefused: boolean;
  readonly faults: readonly DriverFault[];
}

const fault: fc.Arbitrary<DriverFault> = fc.record({
  step: fc.constantFrom(...STEPS),
  after: fc.nat(2),
  code: fc.constantFrom(...CODES.map((code) => `SQLITE_${code}`)),
  isDone: fc.boolean(),
  rollsBack: fc.boolean(),
});
const unit: fc.Arbitrary<Unit> = fc.record({
  writes: fc.nat(3),
  nested: fc.constantFrom('none', 'unit', 'savepoint', 'refused savepoint'),
  carriesOn: fc.boolean(),
  isRefused: fc.boolean(),
  faults: fc.array(fault, { maxLength: 2 }),
});

describe('units of work on a database that fails', () => {
  const faults = new DriverFaults();
  let workbench: TestWorkbench;
  let state: State;
  let bus: EventBus;
  const delivered = new Set<string>();
  let counter = 0;

  beforeAll(async () => {
    faults.start();
    workbench = await TestWorkbench.start({ features: [NoFeature] });
    state = workbench.app.get(State);
    bus = workbench.app.get(EventBus);
    bus.subscribe('connections.changed', ({ connection_ids: [id] }) => delivered.add(id ?? ''));
    await state.transaction((manager) => manager.query('CREATE TABLE note (unit varchar, text varchar)'));
  });
  afterAll(async () => {
    faults.stop();
    await workbench.stop();
  });

  const inTransaction = () => {
    const { databaseConnection } = workbench.app.get(DataSource).driver as unknown as { databaseConnection: Database };
    return databaseConnection.inTransaction;
  };
  const insert = (manager: EntityManager, name: string, text: string) =>
    manager.query('INSERT INTO note VALUES (?, ?)', [name, text]);

  /** Does the work; answers how many rows it has written, should it be committed. */
  async function work(manager: EntityManager, name: string, plan: Unit): Promise<number> {
    let written = 0;
    const write = async (through: EntityManager) => {
      const writing = insert(through, name, String(written)).then(() => (written += 1));
      await (plan.carriesOn ? writing.catch(() => undefined) : writing);
    };
    bus.publish('connections.changed', { connection_ids: [name] });
    for (let number = 0; number < plan.writes; number += 1) await write(manager);
    if (plan.nested === 'unit') await state.transaction(write);
    if (plan.nested === 'savepoint') await manager.transaction(write);
    if (plan.nested === 'refused savepoint') {
      const refused = manager.transaction(async (inner) => {
        await insert(inner, name, 'refused');
        throw new Error('refused inside');
      });
      await refused.catch(() => undefined);
    }
    if (plan.isRefused) throw new Error('refused');
    return written;
  }

  it('keep all of what was acknowledged, nothing of what was refused, and never a part', async () => {
    const run = async (plans: readonly Unit[]) => {
      const acknowledged = new Map<string, number>();
      const uncertain = new Set<string>();
      const names: string[] = [];
      for (const plan of plans) {
        const name = `unit ${(counter += 1)}`;
        names.push(name);
        faults.expect(plan.faults);
        await state
          .transaction((manager) => work(manager, name, plan))
          .then(
            (written) => acknowledged.set(name, written),
            () => {
              if (plan.faults.some(({ step, isDone }) => step === 'COMMIT' && isDone)) uncertain.add(name);
            },
          );
        faults.expect([]);
        expect(inTransaction()).toBe(false);
      }
      const rows = readInSecondProcess<string>(
        join(workbench.home, 'state.sqlite'),
        `SELECT unit || CASE text WHEN 'refused' THEN ' in part' ELSE '' END FROM note
         WHERE unit IN (${names.map((name) => `'${name}'`).join()})`,
      );
      expect(rows.filter((row) => row.endsWith('in part'))).toEqual([]);
      for (const name of names) {
        const kept = rows.filter((unitName) => unitName === name).length;
        if (!uncertain.has(name)) expect([name, kept]).toEqual([name, acknowledged.get(name) ?? 0]);
        expect([name, delivered.has(name)]).toEqual([name, acknowledged.has(name)]);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(unit, { minLength: 2, maxLength: 8 }), run), { numRuns: 80 });
  });

  it('run for each class of error at each step', async () => {
    for (const step of STEPS) {
      for (const code of CODES) {
        for (const [isDone, rollsBack] of [
          [false, false],
          [false, true],
          [true, false],
        ] as const) {
          const plan = { step, after: 0, code: `SQLITE_${code}`, isDone, rollsBack };
          faults.expect([plan]);
          const name = `${step} ${code} ${isDone} ${rollsBack}`;
          const nested = step === 'SAVEPOINT' || step === 'RELEASE' ? 'savepoint' : 'none';
          const unitPlan = { writes: 2, nested, carriesOn: false, isRefused: step === 'ROLLBACK', faults: [] } as const;
          await state.transaction((manager) => work(manager, name, unitPlan)).catch(() => undefined);
          faults.expect([]);
          expect([name, inTransaction()]).toEqual([name, false]);
          await state.transaction((manager) => insert(manager, 'after', name));
        }
      }
    }
    const file = join(workbench.home, 'state.sqlite');
    const kept = readInSecondProcess<number>(file, "SELECT count(*) FROM note WHERE unit = 'after'");
    expect(kept).toEqual([STEPS.length * CODES.length * 3]);
  });

  it('have caches read again where the outcome of a commit is unknown', async () => {
    let calls = 0;
    bus.subscribe('state.changed_elsewhere', ({ action }) => (calls += action === null ? 1 : 0));
    const commit = { step: 'COMMIT', after: 0, code: 'SQLITE_IOERR', rollsBack: true };
    for (const isDone of [true, false]) {
      faults.expect([{ ...commit, isDone }]);
      const failing = state.transaction((manager) => insert(manager, 'uncertain', '1'));
      await expect(failing).rejects.toMatchObject({ code: 'state-unavailable' });
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toBe(2);
  });

  it('let no statement join that was begun outside of them', async () => {
    const failing = state.transaction(async (manager) => {
      await insert(manager, 'inside', '1');
      expect(await workbench.app.get(DataSource).query("SELECT * FROM note WHERE unit = 'inside'")).toEqual([]);
      throw new Error('refused');
    });
    const outside = insert(workbench.app.get(DataSource).manager, 'outside', '1');
    await expect(failing).rejects.toThrow('refused');
    await outside;
    const file = join(workbench.home, 'state.sqlite');
    expect(readInSecondProcess(file, "SELECT unit FROM note WHERE unit IN ('inside', 'outside')")).toEqual(['outside']);
  });

  it('take nothing more once they are over', async () => {
    let late: EntityManager | null = null;
    await state.transaction((manager) => {
      late = manager;
      return Promise.resolve();
    });
    await expect(insert(late as unknown as EntityManager, 'late', '1')).rejects.toThrow('The transaction is over');
  });
});
