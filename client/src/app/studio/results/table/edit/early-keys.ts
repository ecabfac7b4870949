import type { EditMove } from './open-cell';

/** What was typed into a cell before its editor was there. */
export interface EarlyKeys {
  readonly text: string;
  /** The key that ends the edit was pressed as well. */
  readonly end: EditMove | 'cancel' | null;
}

/** Nothing but the text that began the edit. */
export function earlyKeys(text: string): EarlyKeys {
  return { text, end: null };
}

/** Takes a key that comes before the editor; null for a key that is none of the editor's. */
export function withEarlyKey({ text, end }: EarlyKeys, event: KeyboardEvent): EarlyKeys | null {
  const { key, shiftKey, ctrlKey, metaKey } = event;
  if (end !== null || ((ctrlKey || metaKey) && !event.getModifierState('AltGraph'))) return null;
  if (key === 'Enter') return { text, end: 'down' };
  if (key === 'Tab') return { text, end: shiftKey ? 'left' : 'right' };
  if (key === 'Escape') return { text, end: 'cancel' };
  if (key === 'Backspace') return { text: text.slice(0, -1), end };
  return /^.$/su.test(key) ? { text: text + key, end } : null;
}
