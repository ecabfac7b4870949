import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { KeysAhead } from './keys-ahead';

describe('KeysAhead', () => {
  let ahead: KeysAhead;
  let editor: HTMLTextAreaElement;
  let heard: string[];

  beforeEach(() => {
    ahead = TestBed.inject(KeysAhead);
    document.body.innerHTML = '<textarea></textarea><div class="cdk-dialog-container"><input /><button></button></div>';
    editor = document.querySelector('textarea') ?? document.createElement('textarea');
    editor.addEventListener('keydown', ({ key }) => heard.push(key));
    heard = [];
    editor.focus();
  });

  afterEach(() => {
    ahead.drop();
    document.body.innerHTML = '';
  });

  const field = () => document.querySelector('input') ?? document.createElement('input');

  /** False where something keeps the key from its target. */
  function press(key: string, change: KeyboardEventInit = {}): boolean {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change });
    return (document.activeElement ?? document.body).dispatchEvent(event);
  }

  it('gives the keys that came early to the first field of the dialog, in their order', async () => {
    const received: string[] = [];
    field().addEventListener('keydown', ({ key }) => key === 'Enter' && received.push(`Enter after ${field().value}`));
    field().addEventListener('input', () => received.push(field().value));
    ahead.hold();
    for (const key of ['I', 'x', 'Backspace', 'm', ' ', 'Enter']) expect(press(key)).toBe(false);
    expect(heard).toEqual([]);
    field().focus();
    await Promise.resolve();
    expect(received).toEqual(['I', 'Ix', 'I', 'Im', 'Im ', 'Enter after Im ']);
  });

  it('leaves commands and composed text to the element with the focus', () => {
    ahead.hold();
    expect(press('z', { ctrlKey: true })).toBe(true);
    expect(press('t', { altKey: true })).toBe(true);
    expect(press('a', { isComposing: true })).toBe(true);
    expect(press('Tab')).toBe(true);
    expect(heard).toEqual(['z', 't', 'a', 'Tab']);
  });

  it('keeps nothing any more once the keys were handed over or dropped', async () => {
    ahead.hold();
    press('a');
    field().focus();
    await Promise.resolve();
    expect(press('b')).toBe(true);
    editor.focus();
    ahead.hold();
    press('c');
    ahead.drop();
    field().focus();
    await Promise.resolve();
    expect(field().value).toBe('a');
  });

  it('gives no keys to a field outside of a dialog, and forgets them where a dialog begins with a button', async () => {
    const other = document.body.appendChild(document.createElement('input'));
    ahead.hold();
    press('a');
    other.focus();
    await Promise.resolve();
    expect(other.value).toBe('');
    expect(press('b')).toBe(false);
    document.querySelector('button')?.focus();
    expect(press('c')).toBe(true);
    field().focus();
    await Promise.resolve();
    expect(field().value).toBe('');
  });

  it('types over what is selected, and submits the form with Enter', async () => {
    const form = document.createElement('form');
    field().replaceWith(form);
    form.innerHTML = '<input value="Query 1" />';
    let submitted = '';
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      submitted = field().value;
    });
    field().addEventListener('focus', () => field().select());
    ahead.hold();
    for (const key of ['T', 'w', 'o', 'Enter']) press(key);
    field().focus();
    await Promise.resolve();
    expect(submitted).toBe('Two');
  });

  it('forgets the keys of a dialog that does not come', () => {
    jest.useFakeTimers();
    ahead.hold();
    expect(press('a')).toBe(false);
    jest.advanceTimersByTime(5_000);
    expect(press('b')).toBe(true);
    jest.useRealTimers();
  });
});
