import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContractList, ViolationList } from '#libs/api';
import type { Violation } from '#libs/contracts';
import { State } from '../platform/index.js';
import { ContractRecord, ViolationRecord, ViolationSetRecord } from './contract.entity.js';
import { ContractsApp } from './testing/contracts-app.js';

const START = `DROP SCHEMA public CASCADE; CREATE SCHEMA public;
  CREATE TABLE orders (id bigint PRIMARY KEY, total numeric, note text, code text)`;
const MEGABYTE = 1024 * 1024;

let app: ContractsApp;
let state: State;
beforeAll(async () => {
  app = await ContractsApp.start();
  state = app.workbench.app.get(State);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.ddl(START);
  await app.freeze({ name: 'Orders' });
});

async function drop(column: string): Promise<void> {
  await app.ddl(`ALTER TABLE orders DROP ${column}`);
  await app.run();
}

/** How many things were broken in each set of the newest violation, and how many of them are answered. */
async function sizes(): Promise<(readonly [number, number])[]> {
  const [newest] = await app.violations();
  return (newest?.sets ?? []).map(({ item_count: count, items }) => [count, items.length] as const);
}

async function open(): Promise<ViolationRecord> {
  const select = { id: true, items: true, summary: true, changedAt: true, sets: true } as const;
  const [newest] = await app.violations();
  return state.manager.findOneOrFail(ViolationRecord, { where: { id: newest?.id ?? '' }, select });
}

it('violations are listed by the page, each once', async () => {
  for (const column of ['note', 'code', 'total']) {
    await drop(column);
    await app.freeze({ name: 'Orders' });
  }
  const all = (await app.violations()).map(({ id }) => id);
  const seen: string[] = [];
  const page = (after: string) =>
    app.send<ViolationList>('GET', `/api/contracts/db/violations?limit=2${after}`).then(({ body }) => body);
  let list = await page('');
  expect(list.violations).toHaveLength(2);
  for (; ; list = await page(`&cursor=${list.next_cursor}`)) {
    seen.push(...list.violations.map(({ id }) => id));
    if (list.next_cursor === null) break;
  }
  expect(seen).toEqual(all);
  expect((await app.send('GET', '/api/contracts/db/violations?cursor=W10')).status).toBe(400);
});

describe('the sets of a violation', () => {
  it('are a row each, beside the record', async () => {
    await drop('note');
    await drop('code');
    const { id, sets } = await open();
    expect([sets, await state.manager.countBy(ViolationSetRecord, { violationId: id })]).toEqual([[], 2]);
    expect(await sizes()).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect((await app.contract()).violation).toEqual((await app.violations())[0]);
  });

  it.each([
    ['one', 1],
    ['no', 0],
  ])('of an earlier version, whose record has %s set, are moved with the next change', async (_, count) => {
    await drop('note');
    const { id, items, summary, changedAt: since } = await open();
    await state.manager.delete(ViolationSetRecord, { violationId: id });
    const sets = Array.from({ length: count }, () => ({ since, summary, items }));
    await state.manager.update(ViolationRecord, { id }, { sets });
    expect(await sizes()).toEqual([[1, 1]]);
    await drop('code');
    expect(await sizes()).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect((await open()).sets).toEqual([]);
  });

  it('are answered from the newest on as far as they fit, and counted beyond', async () => {
    await drop('note');
    await drop('code');
    await drop('total');
    const { id, items } = await open();
    const large = [{ ...items[0], summary: 'x'.repeat(3 * MEGABYTE) } as Violation];
    for (const place of [0, 1]) {
      await state.manager.update(ViolationSetRecord, { violationId: id, place }, { items: large });
    }
    expect(await sizes()).toEqual([
      [1, 0],
      [2, 1],
      [3, 3],
    ]);
  });

  it('of an earlier version are counted where they are too large to be answered', async () => {
    await drop('note');
    const { id, items } = await open();
    await app.ddl('ALTER TABLE orders ADD note text');
    await app.run();
    await drop('code');
    await state.manager.delete(ViolationSetRecord, { violationId: id });
    const since = '2026-01-01T00:00:00.000Z';
    const large = [{ ...items[0], summary: 'x'.repeat(5 * MEGABYTE) } as Violation];
    const sets = [large, [...large, ...items]].map((some) => ({ since, summary: 'two', items: some }));
    await state.manager.update(ViolationRecord, { id }, { sets });
    const [newest, older] = await app.violations();
    expect([newest?.sets.length, older?.id]).toEqual([1, id]);
    expect(older?.sets.map(({ item_count: count, items: shown }) => [count, shown.length])).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });
});

describe('the list of contracts', () => {
  const counts = async () =>
    (await app.send<ContractList>('GET', '/api/contracts')).body.items.map(({ table_count: count }) => count);

  it('reads no frozen tables', async () => {
    await state.manager.update(ContractRecord, { connectionId: 'db' }, { tables: [] });
    expect(await counts()).toEqual([1]);
  });

  it('counts those of earlier versions, which the next check keeps', async () => {
    await state.manager.update(ContractRecord, { connectionId: 'db' }, { tableCount: null });
    expect(await counts()).toEqual([1]);
    await app.run();
    const { tableCount } = await state.manager.findOneByOrFail(ContractRecord, { connectionId: 'db' });
    expect(tableCount).toBe(1);
  });
});
