import { describe, expect, it } from '@jest/globals';
import { STUDIO_KEYS, studioKeyOf } from './studio-keys';
import type { StudioKey } from './studio-keys';

it('names the keys of this machine in the words of the list', () => {
  expect(STUDIO_KEYS.keys.filter(([, text]) => text.includes('Mod'))).toEqual([]);
  expect(STUDIO_KEYS.keys.map(([, text]) => text)).toContain('New tab (in an installed window also Ctrl+T)');
});

describe('studioKeyOf', () => {
  it.each<[KeyboardEventInit, StudioKey | null]>([
    [{ key: 'Enter', ctrlKey: true }, 'run'],
    [{ key: 'Enter', ctrlKey: true, shiftKey: true }, 'run-everything'],
    [{ key: 'Enter', altKey: true }, 'run-statement'],
    [{ key: 'Enter', altKey: true, modifierAltGraph: true }, null],
    [{ key: 'Enter' }, null],
    [{ key: 'E', code: 'KeyE', ctrlKey: true, shiftKey: true }, 'explain'],
    [{ key: 'e', code: 'KeyE', ctrlKey: true }, null],
    [{ key: 's', code: 'KeyS', ctrlKey: true }, 'save'],
    [{ key: 'S', code: 'KeyS', ctrlKey: true, shiftKey: true }, null],
    [{ key: 't', code: 'KeyT', altKey: true }, 'open-tab'],
    [{ key: 't', code: 'KeyT', ctrlKey: true }, 'open-tab'],
    [{ key: 't', code: 'KeyT' }, null],
    [{ key: 'w', code: 'KeyW', altKey: true }, 'close-tab'],
    [{ key: 'T', code: 'KeyT', altKey: true, shiftKey: true }, 'reopen-tab'],
    [{ key: 'T', code: 'KeyT', ctrlKey: true, shiftKey: true }, null],
    [{ key: 'F', code: 'KeyF', altKey: true, shiftKey: true }, 'format'],
    [{ key: 'i', code: 'KeyI', altKey: true }, 'toggle-copilot'],
    [{ key: 'Dead', code: 'KeyI', altKey: true }, 'toggle-copilot'],
    [{ key: 'w', code: 'KeyZ', altKey: true }, 'close-tab'],
    [{ key: 'z', code: 'KeyW', altKey: true }, null],
    [{ key: 'ы', code: 'KeyS', ctrlKey: true }, 'save'],
    [{ key: 'Escape' }, null],
    [{ key: 'a', code: 'KeyA' }, null],
  ])('maps %j to %j', (init, expected) => {
    expect(studioKeyOf(new KeyboardEvent('keydown', init))).toBe(expected);
  });
});
