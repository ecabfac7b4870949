import { isMod } from './key-names';

/** What of a key press names its key. */
export type NamedKey = Pick<KeyboardEvent, 'key' | 'code'>;

/**
 * The key that commands know a press by: the letter that the layout types there, in lower case, whether Shift or Caps Lock
 * is on or not. Where that is no Latin letter, as on a Cyrillic keyboard or with ⌥ on a Mac, it is the letter printed there
 * on an English keyboard. Every other key has the name that the browser gives it.
 */
export function commandKey({ key, code }: NamedKey): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isForeign = key === 'Dead' || /^[^\p{ASCII}]+$/u.test(key);
  const printed = /^Key([A-Z])$/.exec(code)?.[1];
  return isForeign && printed !== undefined ? printed.toLowerCase() : key;
}

/** Whether a press is ⌘ or Ctrl with a key, as `commandKey` names it, and nothing else. */
export function isModWith(event: KeyboardEvent, key: string): boolean {
  return isMod(event) && !event.shiftKey && !event.altKey && commandKey(event) === key;
}
