import { commandKey } from '../../../shared/keys/command-key';

/** Where the focus goes at once: to the first or last cell of its row, or of the whole table. */
export type GridJump = 'row-start' | 'row-end' | 'table-start' | 'table-end';

/** What a key does in the grid: select all rows, copy, show or edit the value, extend the range or give it up, or jump. */
export type GridKey = 'select-all' | 'copy' | 'view' | 'edit' | 'extend' | 'leave' | GridJump;

/** The grid's action for a key; null for a key that the grid component itself handles. */
export function gridKeyOf(event: KeyboardEvent): GridKey | null {
  const isMod = event.ctrlKey || event.metaKey;
  const letter = isMod && !event.shiftKey && !event.altKey ? commandKey(event) : '';
  if (letter === 'a') return 'select-all';
  if (letter === 'c') return 'copy';
  if (event.shiftKey && !event.altKey && event.key.startsWith('Arrow')) return 'extend';
  if (event.key === 'Escape') return 'leave';
  if (!event.shiftKey && !event.altKey && event.key === 'Home') return isMod ? 'table-start' : 'row-start';
  if (!event.shiftKey && !event.altKey && event.key === 'End') return isMod ? 'table-end' : 'row-end';
  if (isMod || event.altKey) return null;
  if (event.key === ' ') return 'view';
  return event.key === 'Enter' || event.key === 'F2' ? 'edit' : null;
}

/** Whether a key of the grid moves the focus at once. */
export function isJump(key: GridKey | null): key is GridJump {
  return key !== null && /^(?:row|table)-/.test(key);
}
