import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EventBus, State } from '../index.js';
import { TestWorkbench } from '../testing/test-workbench.js';

@Module({})
class NoFeature {}

const event = (id: string) => ({ connection_ids: [id] });

describe('State', () => {
  let workbench: TestWorkbench;
  let state: State;
  let bus: EventBus;
  let heard: string[];

  beforeEach(async () => {
    workbench = await TestWorkbench.start({ features: [NoFeature] });
    state = workbench.app.get(State);
    bus = workbench.app.get(EventBus);
    heard = [];
    bus.subscribe('connections.changed', ({ connection_ids: [id] }) => heard.push(id ?? ''));
    await state.transaction((manager) => manager.query('CREATE TABLE note (text varchar)'));
  });
  afterEach(() => workbench.stop());

  const write = (text: string) => state.manager.query<unknown>('INSERT INTO note VALUES (?)', [text]);
  const notes = async () =>
    (await state.manager.query<{ text: string }[]>('SELECT text FROM note')).map(({ text }) => text);
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('is a WAL file with enforced keys that waits for others', async () => {
    const { manager } = workbench.app.get(DataSource);
    const pragma = async (name: string) => {
      const rows = await manager.query<Record<string, unknown>[]>(`PRAGMA ${name}`);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('busy_timeout')).toBe(5000);
  });

  it('delivers events after the commit of the transaction they were published in', async () => {
    await state.transaction(async () => {
      bus.publish('connections.changed', event('inside'));
      await settled();
      expect(heard).toEqual([]);
      await write('kept');
    });
    await settled();
    expect([heard, await notes()]).toEqual([['inside'], ['kept']]);
  });

  it('delivers nothing of a transaction that failed', async () => {
    const failing = state.transaction(async () => {
      await write('lost');
      bus.publish('connections.changed', event('lost'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await settled();
    expect([heard, await notes()]).toEqual([[], []]);
  });

  it('delivers at once outside of a transaction', async () => {
    bus.publish('connections.changed', event('at once'));
    await settled();
    expect(heard).toEqual(['at once']);
  });

  it('joins a transaction that is begun inside another', async () => {
    const outer = state.transaction(async () => {
      await state.transaction(() => write('inner'));
      throw new Error('no');
    });
    await expect(outer).rejects.toThrow('no');
    expect(await notes()).toEqual([]);
  });

  it('keeps transactions that run at once apart', async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
    const results = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((text) =>
        state.transaction(async () => {
          await write(text);
          await pause();
          if (text === 'b') throw new Error('no');
        }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await notes()).toEqual(['a', 'c', 'd']);
  });

  it('keeps a listener that fails from its publisher and from other listeners', async () => {
    const stop = bus.subscribe('studio.run_finished', () => {
      throw new Error('broken listener');
    });
    let isHeard = false;
    bus.subscribe('studio.run_finished', () => {
      isHeard = true;
    });
    bus.publish('studio.run_finished', { run_id: '1', connection_id: 'x', status: 'failed' });
    await settled();
    expect(isHeard).toBe(true);
    stop();
  });
});
