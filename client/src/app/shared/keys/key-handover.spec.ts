import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyHandover, isPressed } from './key-handover';

describe('KeyHandover', () => {
  let handover: KeyHandover;
  let received: string[];

  beforeEach(() => {
    handover = TestBed.inject(KeyHandover);
    received = [];
    document.body.innerHTML = '<section><button id="cell"></button><button id="next"></button></section><input />';
    for (const button of document.querySelectorAll('section button'))
      button.addEventListener('keydown', (event) => {
        const { key, ctrlKey } = event as KeyboardEvent;
        received.push(`${button.id} ${ctrlKey ? 'Ctrl+' : ''}${key}`);
        expect(isPressed(event as KeyboardEvent)).toBe(true);
        if (key === 'ArrowRight') part('#next').focus();
      });
  });

  const part = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;

  /** False where the key is kept from the page. */
  function press(key: string, change: KeyboardEventInit = {}): boolean {
    return document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change }),
    );
  }

  it('gives keys in their order to what has the focus by then', async () => {
    handover.keepFor(part('section'));
    const pressed = [press('ArrowRight'), press('End', { ctrlKey: true }), press('x')];
    expect(pressed).toEqual([false, false, false]);
    part('#cell').focus();
    await Promise.resolve();
    expect(received).toEqual(['cell ArrowRight', 'next Ctrl+End', 'next x']);
    expect(press('y')).toBe(true);
  });

  it('leaves keys of the browser alone', () => {
    handover.keepFor(part('section'));
    for (const key of ['Shift', 'Tab', 'F5']) expect(press(key)).toBe(true);
    for (const key of ['t', 'w', 'r', '+']) expect(press(key, { ctrlKey: true })).toBe(true);
    expect(press('a', { isComposing: true })).toBe(true);
  });

  it('gives nothing to another part that takes the focus', async () => {
    handover.keepFor(part('section'));
    press('x');
    part('input').focus();
    part('#cell').focus();
    await Promise.resolve();
    expect(received).toEqual([]);
    expect(press('y')).toBe(true);
  });
});
