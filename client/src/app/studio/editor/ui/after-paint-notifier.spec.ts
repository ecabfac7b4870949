import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AfterPaintNotifier } from './after-paint-notifier';

describe('AfterPaintNotifier', () => {
  let count: number;
  let notifier: AfterPaintNotifier;

  beforeEach(() => {
    count = 0;
    notifier = new AfterPaintNotifier(() => (count += 1));
  });

  afterEach(() => notifier.dispose());

  it('notifies once of many changes, and not before the frame', async () => {
    for (let change = 0; change < 3; change += 1) notifier.soon();
    expect(count).toBe(0);
    await untilNotified(() => count);
    expect(count).toBe(1);
  });

  it.each([
    ['a key that commands', () => new KeyboardEvent('keydown', { key: 's', ctrlKey: true })],
    ['a key that writes no letter', () => new KeyboardEvent('keydown', { key: 'Escape' })],
    ['a click', () => new MouseEvent('click')],
    ['the focus that leaves', () => new FocusEvent('focusout')],
    ['the page that is left', () => new Event('pagehide')],
  ])('notifies at once on %s', (_, begin) => {
    notifier.soon();
    window.dispatchEvent(begin());
    expect(count).toBe(1);
  });

  it('lets a letter wait for the frame', () => {
    notifier.soon();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 's' }));
    expect(count).toBe(0);
  });

  describe('of what is costly to report', () => {
    beforeEach(() => {
      jest.useFakeTimers();
      notifier.dispose();
      notifier = new AfterPaintNotifier(
        () => (count += 1),
        () => true,
      );
    });

    afterEach(() => {
      jest.useRealTimers();
    });

    it('waits for a pause', () => {
      for (let keys = 0; keys < 3; keys += 1) {
        notifier.soon();
        jest.advanceTimersByTime(120);
      }
      expect(count).toBe(0);
      jest.advanceTimersByTime(40);
      expect(count).toBe(1);
    });

    it('notifies now and then where there is no pause', () => {
      for (let keys = 0; keys < 10; keys += 1) {
        notifier.soon();
        jest.advanceTimersByTime(100);
      }
      expect(count).toBe(2);
    });

    it('notifies at once when something else is begun', () => {
      notifier.soon();
      jest.advanceTimersByTime(60);
      expect(count).toBe(0);
      window.dispatchEvent(new MouseEvent('click'));
      expect(count).toBe(1);
      jest.advanceTimersByTime(1_000);
      expect(count).toBe(1);
    });
  });

  it('does not notify twice', () => {
    notifier.soon();
    notifier.now();
    notifier.now();
    expect(count).toBe(1);
  });

  it('does not notify after it was disposed', async () => {
    notifier.soon();
    notifier.dispose();
    window.dispatchEvent(new MouseEvent('click'));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(count).toBe(0);
  });
});

async function untilNotified(count: () => number): Promise<void> {
  while (count() === 0) await new Promise((resolve) => setTimeout(resolve));
}
