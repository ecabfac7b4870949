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

  it('is a WAL file with enforced keys', async () => {
    const { manager } = workbench.app.get(DataSource);
    const pragma = async (name: string) => {
      const rows = await manager.query<Record<string, unknown>[]>(`PRAGMA ${name}`);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('foreign_keys')).toBe(1);
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

  it('returns after all that its caller is to wait for, at once and not one after the other', async () => {
    const { promise: allBegun, resolve } = Promise.withResolvers<undefined>();
    const begun: number[] = [];
    const waits = [1, 2, 3].map((place) => () => {
      if (begun.push(place) === 3) resolve(undefined);
      return allBegun;
    });
    await state.transaction(() => {
      for (const one of waits) state.beforeReturn(one);
      return Promise.resolve();
    });
    expect(begun).toEqual([1, 2, 3]);
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

  it('does what is to follow a commit before the next transaction begins, or never', async () => {
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`begin ${name}`);
      state.afterCommit(() => order.push(`after ${name}`));
      await write(name);
      if (name === 'b') throw new Error('no');
    };
    await Promise.allSettled(['a', 'b', 'c'].map((name) => state.transaction(work(name))));
    state.afterCommit(() => order.push('outside'));
    expect(order).toEqual(['begin a', 'after a', 'begin b', 'begin c', 'after c', 'outside']);
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
    bus.publish('studio.run_finished', { run_id: '1', owner_id: 'local', connection_id: 'x', status: 'failed' });
    await settled();
    expect(isHeard).toBe(true);
    stop();
  });

  it('lets what outlives its transaction go on by itself', async () => {
    const later: Promise<void>[] = [];
    const outlive = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await state.transaction(() => write('later'));
      bus.publish('connections.changed', event('later'));
    };
    const failing = state.transaction(async () => {
      later.push(outlive());
      await write('lost');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await Promise.all(later);
    await settled();
    expect([heard, await notes()]).toEqual([['later'], ['later']]);
  });
});

describe('EventBus.onBeforeCommit', () => {
  let workbench: TestWorkbench;
  let state: State;
  let bus: EventBus;

  beforeEach(async () => {
    workbench = await TestWorkbench.start({ features: [NoFeature] });
    state = workbench.app.get(State);
    bus = workbench.app.get(EventBus);
    await state.transaction((manager) => manager.query('CREATE TABLE note (text varchar)'));
  });
  afterEach(() => workbench.stop());

  const write = (text: string) => state.manager.query<unknown>('INSERT INTO note VALUES (?)', [text]);
  const notes = async () =>
    (await state.manager.query<{ text: string }[]>('SELECT text FROM note')).map(({ text }) => text);
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
  const witnessed = ({ connection_ids: [id = ''] }: { connection_ids: string[] }) => id;
  const keep = async (payload: { connection_ids: string[] }) => {
    await write(witnessed(payload));
  };

  it('writes in the transaction that made the event true, after its work and before its commit', async () => {
    const seen: unknown[] = [];
    bus.onBeforeCommit('connections.changed', async (payload) => {
      seen.push([state.isInTransaction, await notes()]);
      await write(witnessed(payload));
    });
    bus.subscribe('connections.changed', () => void notes().then((texts) => seen.push(['delivered', texts])));
    await state.transaction(async () => {
      bus.publish('connections.changed', event('fact'));
      await write('work');
    });
    await settled();
    expect(seen).toEqual([
      [true, ['work']],
      ['delivered', ['work', 'fact']],
    ]);
  });

  it('is not called, and leaves nothing, where the transaction fails', async () => {
    let calls = 0;
    bus.onBeforeCommit('connections.changed', async (payload) => {
      calls += 1;
      await write(witnessed(payload));
    });
    const failing = state.transaction(async () => {
      bus.publish('connections.changed', event('lost'));
      await write('lost');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([calls, await notes()]).toEqual([0, []]);
  });

  it('rolls the publisher and the other witnesses back where it fails, and nothing is delivered', async () => {
    const heard: string[] = [];
    bus.subscribe('connections.changed', (payload) => void heard.push(witnessed(payload)));
    bus.onBeforeCommit('connections.changed', keep);
    bus.onBeforeCommit('connections.changed', () => Promise.reject(new Error('no room')));
    const publishing = state.transaction(async () => {
      await write('work');
      bus.publish('connections.changed', event('fact'));
    });
    await expect(publishing).rejects.toThrow('no room');
    await settled();
    expect([heard, await notes()]).toEqual([[], []]);
    await state.transaction(() => write('next'));
    expect(await notes()).toEqual(['next']);
  });

  it('waits for the outermost of nested transactions', async () => {
    bus.onBeforeCommit('connections.changed', keep);
    const nested = (fails: boolean) =>
      state.transaction(async () => {
        await state.transaction(async () => {
          await write('inner');
          bus.publish('connections.changed', event('fact'));
        });
        await write('outer');
        if (fails) throw new Error('no');
      });
    await expect(nested(true)).rejects.toThrow('no');
    expect(await notes()).toEqual([]);
    await nested(false);
    expect(await notes()).toEqual(['inner', 'outer', 'fact']);
  });

  it('has what it publishes itself witnessed in the same transaction', async () => {
    bus.onBeforeCommit('connections.changed', async (payload) => {
      await write(witnessed(payload));
      bus.publish('connection.access_changed', { connection_id: 'follows' });
    });
    bus.onBeforeCommit('connection.access_changed', async ({ connection_id }) => {
      await write(`${connection_id} ${state.isInTransaction}`);
    });
    await state.transaction(() => {
      bus.publish('connections.changed', event('fact'));
      return Promise.resolve();
    });
    expect(await notes()).toEqual(['fact', 'follows true']);
  });

  it('hears at once of what is published outside of transactions, and its failure reaches nobody', async () => {
    bus.onBeforeCommit('connections.changed', () => Promise.reject(new Error('no room')));
    bus.onBeforeCommit('connections.changed', async (payload) => {
      await write(`${witnessed(payload)} ${state.isInTransaction}`);
    });
    bus.publish('connections.changed', event('alone'));
    await settled();
    expect(await notes()).toEqual(['alone false']);
  });
});
