import { describe, expect, it } from '@jest/globals';
import { keyAction } from './geometry-keys';

const pressed = (keys: string) => {
  const parts = keys.split('+');
  const has = (name: string): boolean => parts.includes(name);
  const key = parts.at(-1) ?? '';
  return {
    ...{ key: key === 'Space' ? ' ' : key, code: '', shiftKey: has('Shift') },
    ...{ ctrlKey: has('Ctrl'), metaKey: has('Meta'), altKey: has('Alt') },
  };
};

describe('a key on the map of a geometry', () => {
  it.each<[string, 'chosen' | 'drawing' | 'none', unknown]>([
    ['ArrowLeft', 'chosen', { kind: 'move', x: -1, y: 0 }],
    ['Shift+ArrowUp', 'chosen', { kind: 'move', x: 0, y: 10 }],
    ['ArrowLeft', 'none', null],
    ['ArrowLeft', 'drawing', null],
    ['n', 'none', { kind: 'step', by: 1 }],
    ['Shift+N', 'chosen', { kind: 'step', by: -1 }],
    ['n', 'drawing', null],
    ['Delete', 'chosen', { kind: 'remove' }],
    ['Backspace', 'chosen', { kind: 'remove' }],
    ['Delete', 'none', null],
    ['Insert', 'chosen', { kind: 'split' }],
    ['Escape', 'chosen', { kind: 'leave' }],
    ['Escape', 'none', null],
    ['Space', 'drawing', { kind: 'position' }],
    ['Enter', 'drawing', { kind: 'finish' }],
    ['Backspace', 'drawing', { kind: 'undraw' }],
    ['Enter', 'chosen', null],
    ['Ctrl+z', 'drawing', { kind: 'undo' }],
    ['Meta+Shift+Z', 'none', { kind: 'redo' }],
    ['Ctrl+y', 'chosen', { kind: 'redo' }],
    ['Ctrl+ArrowLeft', 'chosen', null],
    ['Alt+n', 'chosen', null],
  ])('%s with %s', (keys, state, action) => {
    const known = { isDrawing: state === 'drawing', hasVertex: state === 'chosen' };
    expect(keyAction(pressed(keys), known)).toEqual(action);
  });
});
