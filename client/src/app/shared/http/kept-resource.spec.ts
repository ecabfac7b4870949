import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { settle } from '../../../testing/page-set-up';
import { keptResource } from './kept-resource';

interface Call {
  readonly id: string;
  readonly stop: AbortSignal;
  readonly resolve: (value: string) => void;
  readonly reject: (error: Error) => void;
}

let calls: Call[] = [];

@Component({ selector: 'dw-kept-resource-host', template: '' })
class KeptResourceHost {
  readonly id = signal<string | undefined>('a');
  readonly rows = keptResource(
    this.id,
    (id, stop) => new Promise<string>((resolve, reject) => calls.push({ id, stop, resolve, reject })),
  );
}

describe('keptResource', () => {
  let fixture: ComponentFixture<KeptResourceHost>;
  let host: KeptResourceHost;

  beforeEach(async () => {
    calls = [];
    fixture = TestBed.createComponent(KeptResourceHost);
    host = fixture.componentInstance;
    await settle();
  });

  function last(): Call {
    const call = calls.at(-1);
    if (!call) throw new Error('Nothing was read');
    return call;
  }
  const shown = () => [host.rows.state(), host.rows.value(), host.rows.problem()?.detail ?? null];

  async function answer(value: string | Error): Promise<void> {
    if (value instanceof Error) last().reject(value);
    else last().resolve(value);
    await settle();
  }
  async function reload(): Promise<void> {
    host.rows.reload();
    await settle();
  }
  async function request(id: string | undefined): Promise<void> {
    host.id.set(id);
    await settle();
  }

  it('reads at once and shows what was read', async () => {
    expect([calls.map(({ id }) => id), shown()]).toEqual([['a'], ['loading', null, null]]);
    await answer('rows');
    expect(shown()).toEqual(['ready', 'rows', null]);
  });

  it('says why the first reading failed, and that a later one succeeded', async () => {
    await answer(new Error('Disk full'));
    expect(shown()).toEqual(['failed', null, 'Disk full']);
    await reload();
    await answer('rows');
    expect(shown()).toEqual(['ready', 'rows', null]);
  });

  it('keeps the value while it is read again and when that fails', async () => {
    await answer('rows');
    await reload();
    expect(shown()).toEqual(['ready', 'rows', null]);
    await answer(new Error('Disk full'));
    expect([shown(), host.rows.isOutdated()]).toEqual([['ready', 'rows', 'Disk full'], true]);
    await reload();
    await answer('newer rows');
    expect(shown()).toEqual(['ready', 'newer rows', null]);
  });

  it('reads once more after a pending reading, as an event may be newer than its answer', async () => {
    await reload();
    await reload();
    expect(calls.map(({ stop }) => stop.aborted)).toEqual([false]);
    await answer('older');
    expect([shown(), calls.length]).toEqual([['ready', 'older', null], 2]);
    await answer('newer');
    expect([shown(), calls.length]).toEqual([['ready', 'newer', null], 2]);
  });

  it('shows every answer of a poll that is faster than the server', async () => {
    for (const value of ['first', 'second', 'third']) {
      await reload();
      await answer(value);
      expect(shown()).toEqual(['ready', value, null]);
    }
  });

  it('reads again after a pending reading that failed', async () => {
    await reload();
    await answer(new Error('Disk full'));
    await answer('rows');
    expect(shown()).toEqual(['ready', 'rows', null]);
  });

  it('forgets that a former request was to be read again', async () => {
    await reload();
    await request('b');
    await answer('rows of b');
    expect([calls.map(({ id }) => id), shown()]).toEqual([
      ['a', 'b'],
      ['ready', 'rows of b', null],
    ]);
  });

  it('aborts the request of before and starts the next without its value', async () => {
    await answer('rows of a');
    await reload();
    const before = last();
    await request('b');
    expect([before.stop.aborted, last().id, shown()]).toEqual([true, 'b', ['loading', null, null]]);
    before.reject(new Error('too late'));
    await answer('rows of b');
    expect(shown()).toEqual(['ready', 'rows of b', null]);
  });

  it('reads nothing without a request', async () => {
    await answer('rows');
    await request(undefined);
    await reload();
    expect([calls.length, shown()]).toEqual([1, ['loading', null, null]]);
  });

  it('changes what is known, and only that', async () => {
    host.rows.update((value) => `${value}!`);
    expect(shown()).toEqual(['loading', null, null]);
    await answer('rows');
    host.rows.update((value) => `${value}!`);
    expect(shown()).toEqual(['ready', 'rows!', null]);
    await reload();
    expect(shown()).toEqual(['ready', 'rows!', null]);
  });

  it('reads again where the value changes while a reading is pending', async () => {
    await answer('rows');
    await reload();
    host.rows.update((value) => `${value}!`);
    await settle();
    expect([calls.map(({ stop }) => stop.aborted), shown()]).toEqual([
      [true, true, false],
      ['ready', 'rows!', null],
    ]);
    await reload();
    await answer('newer rows');
    expect([calls.length, shown()]).toEqual([4, ['ready', 'newer rows', null]]);
  });

  describe('without an answer', () => {
    beforeEach(() => {
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    it('aborts the reading and begins anew after 30 s, with its value in sight', async () => {
      await answer('rows');
      await reload();
      jest.advanceTimersByTime(29_999);
      await reload();
      expect(calls).toHaveLength(2);
      jest.advanceTimersByTime(1);
      await reload();
      expect([calls.map(({ stop }) => stop.aborted), shown()]).toEqual([
        [true, true, false],
        ['ready', 'rows', null],
      ]);
      await answer('newer rows');
      expect([calls.length, shown()]).toEqual([3, ['ready', 'newer rows', null]]);
    });
  });

  it('does not keep the page unstable, and aborts when its component goes', async () => {
    await fixture.whenStable();
    fixture.destroy();
    expect(last().stop.aborted).toBe(true);
  });
});
