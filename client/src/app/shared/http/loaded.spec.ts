import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { settle } from '../../../testing/page-set-up';
import { ApiProblem } from './api-problem';
import { Loaded } from './loaded';

interface Call {
  readonly question: string;
  readonly resolve: (value: string) => void;
  readonly reject: (error: Error) => void;
}

describe('Loaded', () => {
  let calls: Call[];
  let question: string;
  let rows: Loaded<string>;

  beforeEach(() => {
    calls = [];
    question = 'all';
    const read = (): Promise<string> => new Promise((resolve, reject) => calls.push({ question, resolve, reject }));
    rows = new Loaded(read, () => ({ question }));
  });

  const shown = (): unknown[] => [rows.state(), rows.value(), rows.problem()?.detail ?? null];

  async function load(of: string, answer?: string | Error): Promise<void> {
    question = of;
    const loading = rows.load();
    const call = calls.at(-1);
    if (answer instanceof Error) call?.reject(answer);
    else if (answer !== undefined) call?.resolve(answer);
    if (answer !== undefined) await loading;
  }

  it('keeps the value and says that it is outdated when the same question fails', async () => {
    await load('all', 'rows');
    await load('all', new Error('Disk full'));
    expect([shown(), rows.isOutdated()]).toEqual([['ready', 'rows', 'Disk full'], true]);
    await load('all', 'newer rows');
    expect([shown(), rows.isOutdated()]).toEqual([['ready', 'newer rows', null], false]);
  });

  it('drops the value of another question when the new one fails', async () => {
    await load('all', 'rows');
    await load('backups', new Error('Disk full'));
    expect([shown(), rows.isOutdated()]).toEqual([['failed', null, 'Disk full'], false]);
    await load('backups', 'backups');
    expect(shown()).toEqual(['ready', 'backups', null]);
  });

  it('keeps the value of another question in sight until the answer is there', async () => {
    await load('all', 'rows');
    await load('backups');
    expect([shown(), rows.isSuperseded()]).toEqual([['ready', 'rows', null], true]);
    calls.at(-1)?.resolve('backups');
    await Promise.resolve();
    expect([shown(), rows.isSuperseded()]).toEqual([['ready', 'backups', null], false]);
  });

  it('does not show the failure of another question', async () => {
    await load('all', new Error('Disk full'));
    await load('backups');
    expect(shown()).toEqual(['loading', null, null]);
  });

  it('drops the answer to a request that was overtaken', async () => {
    await load('all', 'rows');
    await load('backups');
    await load('all', 'newer rows');
    calls[1]?.reject(new ApiProblem('network', 0, 'a', 'b'));
    await Promise.resolve();
    expect(shown()).toEqual(['ready', 'newer rows', null]);
  });

  describe('while the same question is pending', () => {
    it('shows every answer of a poll that is faster than the server', async () => {
      const shownValues: unknown[] = [];
      void rows.load();
      for (const value of ['first', 'second', 'third']) {
        void rows.load();
        void rows.load();
        calls.at(-1)?.resolve(value);
        await settle();
        shownValues.push(rows.value());
      }
      expect([shownValues, calls.length]).toEqual([['first', 'second', 'third'], 4]);
    });

    it('resolves only with an answer that is not older than the call', async () => {
      void rows.load();
      let isAnswered = false;
      const loading = rows.load().then(() => (isAnswered = true));
      calls[0]?.resolve('before the change');
      await settle();
      expect([isAnswered, calls.length]).toEqual([false, 2]);
      calls[1]?.resolve('after the change');
      await loading;
      expect(shown()).toEqual(['ready', 'after the change', null]);
    });

    it('reads again after a failure', async () => {
      void rows.load();
      const loading = rows.load();
      calls[0]?.reject(new Error('Disk full'));
      await settle();
      calls[1]?.resolve('rows');
      await loading;
      expect(shown()).toEqual(['ready', 'rows', null]);
    });

    it('asks another question at once, and resolves what waited for the former with its answer', async () => {
      void rows.load();
      const waiting = rows.load();
      await load('backups', 'backups');
      calls[0]?.resolve('rows');
      await waiting;
      expect([shown(), calls.map((call) => call.question)]).toEqual([
        ['ready', 'backups', null],
        ['all', 'backups'],
      ]);
    });
  });

  describe('changed by an action', () => {
    it('does not show the older answer of a pending reading, and resolves what waits for it with a newer one', async () => {
      await load('all', 'rows and a deleted one');
      const done: string[] = [];
      void rows.load().then(() => done.push('pending'));
      void rows.load().then(() => done.push('next'));
      rows.update(() => 'rows');
      calls[1]?.resolve('rows and a deleted one');
      await settle();
      expect([shown(), done, calls.length]).toEqual([['ready', 'rows', null], [], 3]);
      calls[2]?.resolve('newer rows');
      await settle();
      expect([shown(), done, calls.length]).toEqual([['ready', 'newer rows', null], ['pending', 'next'], 3]);
    });

    it('reads nothing where nothing is pending', async () => {
      await load('all', 'rows');
      rows.update((value) => `${value}!`);
      expect([shown(), calls.length]).toEqual([['ready', 'rows!', null], 1]);
    });

    it('drops the first answer too where it is older', async () => {
      const loading = rows.load();
      rows.update((value) => value);
      calls[0]?.resolve('older');
      await settle();
      expect(shown()).toEqual(['loading', null, null]);
      calls[1]?.resolve('newer');
      await loading;
      expect(shown()).toEqual(['ready', 'newer', null]);
    });
  });

  describe('without an answer', () => {
    beforeEach(() => {
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    it('reads anew after 30 s, and resolves what waited', async () => {
      const waiting = [rows.load(), rows.load()];
      jest.advanceTimersByTime(29_999);
      waiting.push(rows.load());
      expect(calls).toHaveLength(1);
      jest.advanceTimersByTime(1);
      waiting.push(rows.load());
      expect(calls).toHaveLength(2);
      calls[1]?.resolve('rows');
      await Promise.all(waiting);
      expect([shown(), calls.length]).toEqual([['ready', 'rows', null], 2]);
    });

    it('waits twice as long for the next, so that a slow server can answer, until it does', async () => {
      void rows.load();
      for (const limitMs of [30_000, 60_000, 120_000]) {
        const { length } = calls;
        jest.advanceTimersByTime(limitMs - 1);
        void rows.load();
        expect(calls).toHaveLength(length);
        jest.advanceTimersByTime(1);
        void rows.load();
        expect(calls).toHaveLength(length + 1);
      }
      calls.at(-1)?.resolve('rows');
      await settle();
      void rows.load();
      jest.advanceTimersByTime(30_000);
      void rows.load();
      expect(calls).toHaveLength(6);
    });
  });
});
