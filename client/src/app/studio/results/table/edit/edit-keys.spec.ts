import { describe, expect, it } from '@jest/globals';
import { editKeyOf } from './edit-keys';
import type { EditKey } from './edit-keys';

describe('editKeyOf', () => {
  it.each<[KeyboardEventInit, EditKey | null]>([
    [{ key: 'a' }, 'type'],
    [{ key: 'A', shiftKey: true }, 'type'],
    [{ key: '😀' }, 'type'],
    [{ key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true }, 'type'],
    [{ key: 'a', altKey: true }, null],
    [{ key: ' ' }, null],
    [{ key: 'Enter' }, null],
    [{ key: 'ArrowDown' }, null],
    [{ key: 'Delete' }, 'clear'],
    [{ key: 'Delete', ctrlKey: true }, 'delete-rows'],
    [{ key: 'z', metaKey: true }, 'undo'],
    [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
    [{ key: 'y', ctrlKey: true }, 'redo'],
    [{ key: 'я', code: 'KeyZ', ctrlKey: true }, 'undo'],
    [{ key: 'я', code: 'KeyZ' }, 'type'],
    [{ key: 'i', ctrlKey: true }, 'add-row'],
    [{ key: 'd', ctrlKey: true }, 'fill-down'],
    [{ key: 'Enter', ctrlKey: true, shiftKey: true }, 'review'],
    [{ key: 'Enter', ctrlKey: true }, null],
    [{ key: 'c', ctrlKey: true }, null],
    [{ key: 'v', ctrlKey: true }, null],
  ])('maps %j to %j', (init, key) => {
    expect(editKeyOf(new KeyboardEvent('keydown', init))).toBe(key);
  });
});
