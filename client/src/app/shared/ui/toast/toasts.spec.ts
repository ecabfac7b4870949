import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Toasts } from './toasts';

/** jsdom leaves the movement out. */
const movedBy = (movementX: number): Event => Object.assign(new Event('pointermove'), { movementX, movementY: 0 });

describe('Toasts', () => {
  let toasts: Toasts;

  beforeEach(() => {
    jest.useFakeTimers();
    toasts = TestBed.inject(Toasts);
  });

  afterEach(() => {
    TestBed.resetTestingModule();
    jest.useRealTimers();
    for (const container of document.querySelectorAll('.cdk-overlay-container')) container.remove();
  });

  const titles = (): string[] => toasts.messages().map(({ title }) => title);
  const stack = (): HTMLElement => document.querySelector<HTMLElement>('dw-toast-stack') ?? document.body;

  it('shows at most three, the newest first', () => {
    for (const title of ['a', 'b', 'c', 'd']) toasts.show({ tone: 'success', title });
    expect(titles()).toEqual(['d', 'c', 'b']);
  });

  it('lets a message go after 5 s, one with something to do after 10 s, an error never', () => {
    toasts.show({ tone: 'success', title: 'done' });
    toasts.show({ tone: 'neutral', title: 'removed', action: { label: 'Undo', run: () => undefined } });
    toasts.show({ tone: 'danger', title: 'failed' });
    jest.advanceTimersByTime(5_000);
    expect(titles()).toEqual(['failed', 'removed']);
    jest.advanceTimersByTime(5_000);
    expect(titles()).toEqual(['failed']);
    jest.advanceTimersByTime(3_600_000);
    expect(titles()).toEqual(['failed']);
  });

  it('keeps messages while the pointer is on them', () => {
    toasts.show({ tone: 'success', title: 'done' });
    TestBed.tick();
    stack().dispatchEvent(movedBy(1));
    jest.advanceTimersByTime(60_000);
    expect(titles()).toEqual(['done']);
    stack().dispatchEvent(new Event('pointerleave'));
    jest.advanceTimersByTime(5_000);
    expect(titles()).toEqual([]);
  });

  it.each(['Tab', 'F6'])('gives a message its whole time again with each %s on the way to it', (key) => {
    toasts.show({ tone: 'neutral', title: 'removed', action: { label: 'Undo', run: () => undefined } });
    for (let press = 0; press < 3; press += 1) {
      jest.advanceTimersByTime(9_000);
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
    jest.advanceTimersByTime(9_999);
    expect(titles()).toEqual(['removed']);
    jest.advanceTimersByTime(1);
    expect(titles()).toEqual([]);
  });

  it('does not keep messages for other keys', () => {
    toasts.show({ tone: 'success', title: 'done' });
    jest.advanceTimersByTime(4_000);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    jest.advanceTimersByTime(1_000);
    expect(titles()).toEqual([]);
  });

  it('lets a message go that appeared under a pointer at rest', () => {
    toasts.show({ tone: 'success', title: 'done' });
    TestBed.tick();
    stack().dispatchEvent(new MouseEvent('pointerenter'));
    stack().dispatchEvent(movedBy(0));
    jest.advanceTimersByTime(5_000);
    expect(titles()).toEqual([]);
  });

  it('does what its button says, once, and goes away', () => {
    const run = jest.fn();
    toasts.show({ tone: 'neutral', title: 'Removed Lake', action: { label: 'Undo', run } });
    TestBed.tick();
    stack().querySelector<HTMLElement>('.dw-btn')?.click();
    expect(run).toHaveBeenCalledTimes(1);
    expect(titles()).toEqual([]);
  });

  it('can be closed by hand', () => {
    toasts.show({ tone: 'danger', title: 'failed', text: 'connection refused' });
    TestBed.tick();
    expect(stack().textContent).toContain('connection refused');
    stack().querySelector<HTMLElement>('[aria-label="Close the message"]')?.click();
    expect(titles()).toEqual([]);
  });
});
