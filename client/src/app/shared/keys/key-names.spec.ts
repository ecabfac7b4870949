import { describe, expect, it } from '@jest/globals';
import { isApple, isMod, isTyping, keySequence, keyText } from './key-names';

describe('key names', () => {
  it.each([
    ['Mod+Enter', '⌘↵', 'Ctrl+Enter'],
    ['Mod+T', '⌘T', 'Ctrl+T'],
    ['Mod+Shift+C', '⇧⌘C', 'Ctrl+Shift+C'],
    ['Mod+Alt+Shift+K', '⌥⇧⌘K', 'Ctrl+Alt+Shift+K'],
    ['Ctrl+Space', '⌃Space', 'Ctrl+Space'],
    ['Backspace', '⌫', 'Backspace'],
    ['Delete', '⌦', 'Del'],
    ['Escape', 'Esc', 'Esc'],
    ['Alt+T', '⌥T', 'Alt+T'],
  ])('writes %s as %s on a Mac and as %s elsewhere', (combination, apple, other) => {
    expect([keyText(combination, true), keyText(combination, false)]).toEqual([apple, other]);
  });

  it('takes a sequence apart into its keys', () => {
    expect(keySequence('G S', false)).toEqual(['G', 'S']);
    expect(keySequence('', false)).toEqual([]);
  });

  it('knows the platforms whose command key is ⌘', () => {
    expect(['MacIntel', 'iPhone', 'Linux x86_64', 'Win32'].map(isApple)).toEqual([true, true, false, false]);
  });

  it('takes ⌘ for the command key on a Mac and Ctrl elsewhere, never both', () => {
    expect(isMod({ metaKey: true, ctrlKey: false }, true)).toBe(true);
    expect(isMod({ metaKey: false, ctrlKey: true }, true)).toBe(false);
    expect(isMod({ metaKey: false, ctrlKey: true }, false)).toBe(true);
    expect(isMod({ metaKey: true, ctrlKey: true }, false)).toBe(false);
  });

  it('finds typing in text fields, not in check boxes and buttons', () => {
    const make = (html: string): Element | null => {
      const parent = document.createElement('div');
      parent.innerHTML = html;
      return parent.firstElementChild;
    };
    const fields = [
      '<input>',
      '<textarea></textarea>',
      '<select></select>',
      '<input type="checkbox">',
      '<button></button>',
    ];
    expect(fields.map((html) => isTyping(make(html)))).toEqual([true, true, true, false, false]);
  });

  it('finds typing in an editor that draws its text itself', () => {
    const editor = document.createElement('div');
    expect(isTyping(editor)).toBe(false);
    Object.assign(editor, { editContext: {} });
    expect(isTyping(editor)).toBe(true);
  });
});
