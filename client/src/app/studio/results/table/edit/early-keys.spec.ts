import { describe, expect, it } from '@jest/globals';
import { earlyKeys, withEarlyKey } from './early-keys';
import type { EarlyKeys } from './early-keys';

describe('keys that come before the editor of a cell', () => {
  it.each<[string, EarlyKeys, KeyboardEventInit, EarlyKeys | null]>([
    ['are its text', earlyKeys('I'), { key: 'g' }, { text: 'Ig', end: null }],
    ['may be blanks', earlyKeys('a'), { key: ' ' }, { text: 'a ', end: null }],
    ['take a letter back', earlyKeys('Ig'), { key: 'Backspace' }, { text: 'I', end: null }],
    ['end it below', earlyKeys('I'), { key: 'Enter' }, { text: 'I', end: 'down' }],
    ['end it at the right', earlyKeys('I'), { key: 'Tab' }, { text: 'I', end: 'right' }],
    ['end it at the left', earlyKeys('I'), { key: 'Tab', shiftKey: true }, { text: 'I', end: 'left' }],
    ['give it up', earlyKeys('I'), { key: 'Escape' }, { text: 'I', end: 'cancel' }],
    ['may be none of its own', earlyKeys('I'), { key: 'ArrowUp' }, null],
    ['may be those of a command', earlyKeys('I'), { key: 'z', ctrlKey: true }, null],
    ['are none after its end', { text: 'I', end: 'down' }, { key: 'x' }, null],
  ])('%s', (_, keys, init, expected) => {
    expect(withEarlyKey(keys, new KeyboardEvent('keydown', init))).toEqual(expected);
  });
});
