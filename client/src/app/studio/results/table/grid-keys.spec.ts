import { describe, expect, it } from '@jest/globals';
import { gridKeyOf } from './grid-keys';
import type { GridKey } from './grid-keys';

describe('gridKeyOf', () => {
  it.each<[KeyboardEventInit, GridKey | null]>([
    [{ key: 'a', ctrlKey: true }, 'select-all'],
    [{ key: 'A', metaKey: true }, 'select-all'],
    [{ key: 'a' }, null],
    [{ key: 'a', ctrlKey: true, shiftKey: true }, null],
    [{ key: 'c', ctrlKey: true }, 'copy'],
    [{ key: 'c', ctrlKey: true, altKey: true }, null],
    [{ key: ' ' }, 'view'],
    [{ key: ' ', shiftKey: true }, 'view'],
    [{ key: 'Enter' }, 'edit'],
    [{ key: 'F2' }, 'edit'],
    [{ key: 'Enter', ctrlKey: true }, null],
    [{ key: 'Enter', altKey: true }, null],
    [{ key: 'ArrowDown' }, null],
    [{ key: 'ArrowDown', shiftKey: true }, 'extend'],
    [{ key: 'ArrowLeft', shiftKey: true, ctrlKey: true }, 'extend'],
    [{ key: 'ArrowLeft', shiftKey: true, altKey: true }, null],
    [{ key: 'Escape' }, 'leave'],
    [{ key: 'Home' }, 'row-start'],
    [{ key: 'End' }, 'row-end'],
    [{ key: 'Home', ctrlKey: true }, 'table-start'],
    [{ key: 'End', metaKey: true }, 'table-end'],
    [{ key: 'End', shiftKey: true }, null],
    [{ key: 'Home', altKey: true }, null],
  ])('maps %j to %j', (init, expected) => {
    expect(gridKeyOf(new KeyboardEvent('keydown', init))).toBe(expected);
  });
});
