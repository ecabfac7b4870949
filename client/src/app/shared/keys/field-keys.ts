import { commandKey } from './command-key';

/** A field of text with its selection, from one place to another. */
export interface FieldText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** What of a key decides what it does in a field. */
export type FieldKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'
>;

/** A field after a key, as a browser edits it; null for a key that is none of a field's own. */
export function withKey(field: FieldText, event: FieldKey, hasLines: boolean): FieldText | null {
  const { key } = event;
  const isGraph = event.getModifierState('AltGraph');
  if ((event.ctrlKey || event.metaKey) && !isGraph)
    return commandKey(event) === 'a' && !event.altKey ? { ...field, from: 0, to: field.text.length } : null;
  if (key === 'Enter' && hasLines && (event.shiftKey || event.altKey)) return inserted(field, '\n');
  if (event.altKey && !isGraph) return null;
  return /^.$/su.test(key) ? inserted(field, key) : moved(field, key, event.shiftKey);
}

/**
 * Does in a field what a key, or a text that is pasted, does in one with the focus; false for a key that is none of a
 * field's own.
 */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, key: KeyboardEvent | string): boolean {
  const { value: text, selectionStart, selectionEnd } = field;
  const known = { text, from: selectionStart ?? text.length, to: selectionEnd ?? text.length };
  const hasLines = field instanceof HTMLTextAreaElement;
  const next = typeof key === 'string' ? inserted(known, key) : withKey(known, key, hasLines);
  if (next === null) return false;
  field.value = next.text;
  field.setSelectionRange(next.from, next.to);
  const data = typeof key === 'string' ? key : key.key;
  if (next.text !== text) field.dispatchEvent(new InputEvent('input', { bubbles: true, data }));
  return true;
}

/** A field with a text in the place of what is selected. */
export function inserted({ text, from, to }: FieldText, added: string): FieldText {
  const at = from + added.length;
  return { text: text.slice(0, from) + added + text.slice(to), from: at, to: at };
}

function moved(field: FieldText, key: string, isShift: boolean): FieldText | null {
  const { text, from, to } = field;
  const [before, behind] = [from - lengthBefore(text, from), to + lengthBehind(text, to)];
  const isEmpty = from === to;
  switch (key) {
    case 'Backspace':
      return inserted(isEmpty ? { text, from: before, to } : field, '');
    case 'Delete':
      return inserted(isEmpty ? { text, from, to: behind } : field, '');
    case 'ArrowLeft':
      return isShift ? { text, from: before, to } : caret(text, isEmpty ? before : from);
    case 'ArrowRight':
      return isShift ? { text, from, to: behind } : caret(text, isEmpty ? behind : to);
    case 'Home':
      return isShift ? { text, from: 0, to } : caret(text, 0);
    case 'End':
      return isShift ? { text, from, to: text.length } : caret(text, text.length);
    default:
      return null;
  }
}

function caret(text: string, at: number): FieldText {
  return { text, from: at, to: at };
}

/** Characters beyond 16 bits are two units, and one step. */
function lengthBefore(text: string, at: number): number {
  return /.$/su.exec(text.slice(0, at))?.[0].length ?? 0;
}

function lengthBehind(text: string, at: number): number {
  return /^./su.exec(text.slice(at, at + 2))?.[0].length ?? 0;
}
