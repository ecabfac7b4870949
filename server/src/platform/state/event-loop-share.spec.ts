import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { State } from '../index.js';
import { TestWorkbench } from '../testing/test-workbench.js';
import { readInSecondProcess } from './testing/second-process.js';

@Module({})
class NoFeature {}

const MEGABYTE = 1024 * 1024;
/** Enough for dozens of turns of the event loop, also on a fast machine. */
const STATEMENTS = 30_000;
const FEWEST_TURNS = 10;
/** The last of them waits for all others, for which it has the patience of any unit of work, also on a busy machine. */
const AT_ONCE = 8000;

const ROUNDS = 300;

/** How often this process has asked the system to read (Linux). */
function systemReads(): number {
  return Number(/^syscr: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

/** How often the event loop turned while `work` ran. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

describe('a SQLite state', () => {
  let workbench: TestWorkbench;
  let state: State;

  beforeEach(async () => {
    workbench = await TestWorkbench.start({ features: [NoFeature] });
    state = workbench.app.get(State);
    await state.transaction((manager) => manager.query('CREATE TABLE note (text varchar)'));
  });
  afterEach(() => workbench.stop());

  const insert = (manager: EntityManager, text = 'x') => manager.query('INSERT INTO note VALUES (?)', [text]);
  const file = () => join(workbench.home, 'state.sqlite');

  async function inTurn(work: () => Promise<unknown>): Promise<void> {
    for (let count = 0; count < STATEMENTS; count += 1) await work();
  }

  it.each<[string, () => Promise<unknown>]>([
    ['units of work one after another', () => inTurn(() => state.transaction((manager) => insert(manager)))],
    [
      'units of work side by side',
      () => Promise.all(Array.from({ length: AT_ONCE }, () => state.transaction((manager) => insert(manager)))),
    ],
    ['statements of one unit of work', () => state.transaction((manager) => inTurn(() => insert(manager)))],
    ['reads', () => inTurn(() => state.manager.query('SELECT count(*) FROM note'))],
    ['writes outside of units', () => inTurn(() => insert(workbench.app.get(DataSource).manager))],
  ])('lets the event loop turn during many %s', async (_, work) => {
    expect(await turnsDuring(work)).toBeGreaterThan(FEWEST_TURNS);
  });

  it('lets a read through while a chain of units of work goes on', async () => {
    let isOver = false;
    const chain = inTurn(() => state.transaction((manager) => insert(manager))).then(() => (isOver = true));
    for (let count = 0; count < 10; count += 1) await state.manager.query('SELECT count(*) FROM note');
    expect(isOver).toBe(false);
    await chain;
  });

  it('reads what it wrote from memory', async () => {
    await state.transaction((manager) => inTurn(() => insert(manager, 'x'.repeat(100))));
    const before = systemReads();
    for (let count = 0; count < ROUNDS; count += 1) {
      await state.transaction((manager) => insert(manager));
      await state.manager.query('SELECT count(*) FROM note');
    }
    // Each commit would take the pages of another connection from its memory: a dozen would be read each time.
    expect(systemReads() - before).toBeLessThan(2 * ROUNDS);
  });

  it('copies its write-ahead log to the database soon after a commit, also a small one', async () => {
    await state.transaction((manager) => insert(manager, 'a small commit'));
    await until(() => readFileSync(file()).includes('a small commit'));
  });

  it('keeps its write-ahead log bounded while there is no pause between the writers', async () => {
    const text = 'x'.repeat(MEGABYTE / 4);
    const commits = 1_600;
    for (let count = 0; count < commits; count += 1) await state.transaction((manager) => insert(manager, text));
    expect(statSync(`${file()}-wal`).size).toBeLessThan(300 * MEGABYTE);
    await until(() => statSync(file()).size > (commits / 4) * MEGABYTE);
    expect(readInSecondProcess(file(), 'SELECT count(*) FROM note')).toEqual([commits]);
    await state.transaction((manager) => insert(manager));
    await until(() => statSync(`${file()}-wal`).size < 32 * MEGABYTE);
  });

  it('leaves no write-ahead log behind when it is closed', async () => {
    await state.transaction((manager) => insert(manager));
    const database = file();
    await workbench.stop({ keepHome: true });
    expect(existsSync(`${database}-wal`)).toBe(false);
    workbench = await TestWorkbench.start({ features: [NoFeature], home: workbench.home });
    expect(await workbench.app.get(State).manager.query('SELECT text FROM note')).toEqual([{ text: 'x' }]);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 60_000;
  while (!isSo() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isSo()).toBe(true);
}
