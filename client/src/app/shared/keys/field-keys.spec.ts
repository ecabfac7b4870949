import { describe, expect, it } from '@jest/globals';
import { withKey } from './field-keys';

/** A field as text: brackets around what is selected, or a bar where the caret is. */
function fieldOf(text: string) {
  const plain = text.replace(/[[\]|]/g, '');
  const caret = text.indexOf('|');
  return { text: plain, from: caret < 0 ? text.indexOf('[') : caret, to: caret < 0 ? text.indexOf(']') - 1 : caret };
}

function shown({ text, from, to }: ReturnType<typeof fieldOf>): string {
  const chosen = from === to ? '|' : `[${text.slice(from, to)}]`;
  return text.slice(0, from) + chosen + text.slice(to);
}

function keyOf(keys: string): KeyboardEvent {
  const parts = keys.split('+');
  const has = (name: string): boolean => parts.includes(name);
  const key = parts.at(-1) === 'Space' ? ' ' : (parts.at(-1) ?? '');
  const isGraph = has('AltGraph');
  return new KeyboardEvent('keydown', {
    ...{ key, shiftKey: has('Shift'), ctrlKey: has('Ctrl') || isGraph, metaKey: has('Meta') },
    ...{ altKey: has('Alt') || isGraph, modifierAltGraph: isGraph },
  });
}

describe('a key that comes before the editor of a cell', () => {
  it.each<[string, string, string | null]>([
    ['[old]', 'n', 'n|'],
    ['Ig|', 'Space', 'Ig |'],
    ['Ig|', '😀', 'Ig😀|'],
    ['[old]', 'ArrowRight', 'old|'],
    ['[old]', 'ArrowLeft', '|old'],
    ['o|ld', 'ArrowLeft', '|old'],
    ['old|', 'ArrowRight', 'old|'],
    ['a😀|', 'Backspace', 'a|'],
    ['a|😀b', 'Delete', 'a|b'],
    ['[old]', 'Backspace', '|'],
    ['|old', 'Backspace', '|old'],
    ['o|ld', 'Home', '|old'],
    ['o|ld', 'End', 'old|'],
    ['o|ld', 'Shift+End', 'o[ld]'],
    ['o|ld', 'Shift+Home', '[o]ld'],
    ['o|ld', 'Shift+ArrowRight', 'o[l]d'],
    ['o|ld', 'Shift+ArrowLeft', '[o]ld'],
    ['o|ld', 'Ctrl+a', '[old]'],
    ['a|', 'AltGraph+@', 'a@|'],
    ['a|', 'Shift+Enter', 'a\n|'],
    ['a|', 'Alt+Enter', 'a\n|'],
    ['a|', 'Enter', null],
    ['a|', 'Tab', null],
    ['a|', 'Escape', null],
    ['a|', 'ArrowDown', null],
    ['a|', 'Alt+n', null],
    ['a|', 'Ctrl+z', null],
    ['a|', 'F2', null],
  ])('%s and %s', (before, keys, after) => {
    const field = withKey(fieldOf(before), keyOf(keys), true);
    expect(field && shown(field)).toBe(after);
  });

  it('begins no line where the field has one', () => {
    expect(withKey(fieldOf('a|'), keyOf('Shift+Enter'), false)).toBeNull();
  });
});
