import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ToldAfterPaint } from './told-after-paint';

describe('ToldAfterPaint', () => {
  let told: number;
  let telling: ToldAfterPaint;

  beforeEach(() => {
    told = 0;
    telling = new ToldAfterPaint(() => (told += 1));
  });

  afterEach(() => telling.dispose());

  it('tells once of many changes, and not before the frame', async () => {
    for (let change = 0; change < 3; change += 1) telling.soon();
    expect(told).toBe(0);
    await untilTold(() => told);
    expect(told).toBe(1);
  });

  it.each([
    ['a key that commands', () => new KeyboardEvent('keydown', { key: 's', ctrlKey: true })],
    ['a key that writes no letter', () => new KeyboardEvent('keydown', { key: 'Escape' })],
    ['a click', () => new MouseEvent('click')],
    ['the focus that leaves', () => new FocusEvent('focusout')],
    ['the page that is left', () => new Event('pagehide')],
  ])('tells at once at %s', (_, begin) => {
    telling.soon();
    window.dispatchEvent(begin());
    expect(told).toBe(1);
  });

  it('lets a letter wait for the frame', () => {
    telling.soon();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 's' }));
    expect(told).toBe(0);
  });

  it('has nothing to tell twice', () => {
    telling.soon();
    telling.now();
    telling.now();
    expect(told).toBe(1);
  });

  it('tells nothing once it has ended', async () => {
    telling.soon();
    telling.dispose();
    window.dispatchEvent(new MouseEvent('click'));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(told).toBe(0);
  });
});

async function untilTold(told: () => number): Promise<void> {
  while (told() === 0) await new Promise((resolve) => setTimeout(resolve));
}
