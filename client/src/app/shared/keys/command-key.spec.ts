import { describe, expect, it } from '@jest/globals';
import { commandKey, isModWith } from './command-key';

describe('commandKey', () => {
  it.each([
    ['an English layout', 'k', 'KeyK', 'k'],
    ['Shift or Caps Lock', 'K', 'KeyK', 'k'],
    ['a French layout, whose W is elsewhere', 'w', 'KeyZ', 'w'],
    ['a Dvorak layout', 't', 'KeyK', 't'],
    ['a Russian layout', 'л', 'KeyK', 'k'],
    ['a Russian layout with Shift', 'Л', 'KeyK', 'k'],
    ['a Greek layout', 'σ', 'KeyS', 's'],
    ['a Hebrew layout', 'ב', 'KeyC', 'c'],
    ['⌥ on a Mac', '†', 'KeyT', 't'],
    ['⌥ on a Mac, before an accented letter', 'Dead', 'KeyI', 'i'],
    ['a letter where an English keyboard has none', 'ж', 'Semicolon', 'ж'],
    ['a sign where an English keyboard has a letter', '/', 'KeyQ', '/'],
    ['a key without a letter', 'Enter', 'Enter', 'Enter'],
    ['an input method', 'Process', 'KeyS', 'Process'],
    ['a key that software presses', 'k', '', 'k'],
  ])('of %s', (_, key, code, command) => {
    expect(commandKey({ key, code })).toBe(command);
  });
});

describe('isModWith', () => {
  it.each<[boolean, KeyboardEventInit]>([
    [true, { key: 'k', ctrlKey: true }],
    [true, { key: 'л', code: 'KeyK', ctrlKey: true }],
    [false, { key: 'k' }],
    [false, { key: 'K', ctrlKey: true, shiftKey: true }],
    [false, { key: 'k', ctrlKey: true, altKey: true }],
    [false, { key: 'k', ctrlKey: true, metaKey: true }],
    [false, { key: 'j', ctrlKey: true }],
  ])('is %j for %j', (isSo, init) => {
    expect(isModWith(new KeyboardEvent('keydown', init), 'k')).toBe(isSo);
  });
});
