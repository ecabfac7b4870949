import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyHandover } from '../../../../../shared/keys/key-handover';
import { PendingKeys } from './pending-keys';

describe('PendingKeys', () => {
  let received: string[];
  let pending: PendingKeys;

  beforeEach(() => {
    received = [];
    document.body.innerHTML = '<section><button class="ag-cell"></button></section>';
    pending = new PendingKeys(() => document.querySelector('section'));
    // The first letter begins an edit.
    cell().addEventListener('keydown', () => pending.keep());
  });

  const cell = () => document.querySelector<HTMLElement>('.ag-cell') ?? document.body;
  const press = (key: string) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

  it('keeps the letters that were handed over together behind the one that begins an edit', async () => {
    const handover = TestBed.inject(KeyHandover);
    handover.keepFor(document.querySelector('section') ?? document.body);
    for (const key of '9007') press(key);
    cell().focus();
    await Promise.resolve();
    const take = (key: KeyboardEvent | string): void => void received.push(typeof key === 'string' ? key : key.key);
    pending.handTo({ take }, () => true);
    expect(received).toEqual(['0', '0', '7']);
  });

  it('comes before the handover once an edit has begun', () => {
    pending.keep();
    TestBed.inject(KeyHandover).keepFor(document.querySelector('section') ?? document.body);
    expect(press('9')).toBe(true);
    pending.drop();
    expect(press('9')).toBe(false);
  });

  it('leaves keys alone that nobody has pressed', () => {
    pending.keep();
    cell().dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }));
    pending.handTo({ take: () => received.push('key') }, () => true);
    expect(received).toEqual([]);
  });
});
