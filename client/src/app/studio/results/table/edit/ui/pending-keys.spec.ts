import { beforeEach, describe, expect, it } from '@jest/globals';
import { PendingKeys } from './pending-keys';

describe('PendingKeys', () => {
  let received: string[];
  let pending: PendingKeys;
  let isRowRead: boolean;

  beforeEach(() => {
    received = [];
    isRowRead = true;
    pending = keeperOf(0);
    document.body.innerHTML = '<section></section><input />';
    showGrid();
  });

  /** Keeps keys as pressed where the browser would trust them; those it hands on are not. */
  function keeperOf(handedOn: number): PendingKeys {
    const isPressed = (event: KeyboardEvent): boolean => event.detail === handedOn;
    const element = () => document.querySelector('section');
    return new PendingKeys(() => ({ element: element() ?? document.body, isRowRead: () => isRowRead }), isPressed);
  }

  const part = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector) ?? document.body;
  const cell = (): HTMLElement => part('.ag-cell');
  const editor = { take: (key: KeyboardEvent | string) => received.push(typeof key === 'string' ? key : key.key) };
  const nameOf = ({ key, ctrlKey }: KeyboardEvent): string => (ctrlKey ? `Ctrl+${key}` : key);

  /** Another grid in the place of the one that was there; the first letter in its cell begins an edit. */
  function showGrid(): void {
    part('section').outerHTML = '<section><button class="ag-cell"></button></section>';
    cell().addEventListener('keydown', (event) => {
      received.push(`cell ${nameOf(event)}`);
      if (/^\d$/.test(event.key)) pending.keep();
    });
  }

  /** False where the key is kept from the page. */
  function press(key: string, change: KeyboardEventInit = {}): boolean {
    const focused = document.activeElement ?? document.body;
    return focused.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change }));
  }

  it('hands keys in their order to the grid that takes the place of another', () => {
    pending.followGrid();
    expect([press('ArrowRight'), press('End', { ctrlKey: true }), press('F2')]).toEqual([false, false, false]);
    cell().focus();
    expect(received).toEqual(['cell ArrowRight', 'cell Ctrl+End', 'cell F2']);
    expect(press('y')).toBe(true);
  });

  it('keeps the letters behind the one that begins an edit for its editor', () => {
    pending.followGrid();
    for (const key of '9007') press(key);
    cell().focus();
    pending.handTo(editor, () => true);
    expect(received).toEqual(['cell 9', '0', '0', '7']);
  });

  it('leaves letters to an editor that is on its way while the grid is replaced', () => {
    cell().focus();
    press('9');
    press('0');
    showGrid();
    pending.followGrid();
    cell().focus();
    press('7');
    pending.handTo(editor, () => true);
    expect(received).toEqual(['cell 9', '0', '7']);
  });

  it('waits for a cell of the newest grid', () => {
    pending.handToGrid();
    press('x');
    showGrid();
    pending.followGrid();
    press('y');
    cell().focus();
    expect(received).toEqual(['cell x', 'cell y']);
  });

  it('waits for the row of the cell with the focus', async () => {
    isRowRead = false;
    cell().focus();
    pending.hold(new KeyboardEvent('keydown', { key: '9' }));
    press('0');
    expect(received).toEqual([]);
    isRowRead = true;
    await new Promise((resolve) => setTimeout(resolve, 50));
    pending.handTo(editor, () => true);
    expect(received).toEqual(['cell 9', '0']);
  });

  it('leaves Tab to the browser while a grid is awaited, not an editor', () => {
    pending.followGrid();
    expect([press('Tab'), press('x')]).toEqual([true, false]);
    pending.drop();
    pending.keep();
    expect(press('Tab')).toBe(false);
    pending.drop();
  });

  it('gives nothing to a grid once another part of the page has the focus', () => {
    pending.followGrid();
    press('x');
    part('input').focus();
    cell().focus();
    expect(received).toEqual([]);
    expect(press('y')).toBe(true);
  });

  it('leaves keys of the browser alone', () => {
    pending.keep();
    for (const key of ['Shift', 'F5', 'F11']) expect(press(key)).toBe(true);
    for (const key of ['t', 'w', 'r', '+', 'v']) expect(press(key, { ctrlKey: true })).toBe(true);
    expect(press('a', { isComposing: true })).toBe(true);
    expect(press('Tab')).toBe(false);
  });

  it('leaves keys alone that were not pressed', () => {
    pending = keeperOf(1);
    pending.keep();
    press('x');
    pending.handTo(editor, () => true);
    expect(received).toEqual([]);
  });
});
